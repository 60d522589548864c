export type MessageKind =
  | 'incoming'
  | 'deposit'
  | 'outgoing'
  | 'bill'
  | 'withdrawal'
  | 'airtime'
  | 'reversal'
  | 'loan'
  | 'failed'
  | 'otp'
  | 'balance'
  | 'promo'
  | 'other'
  | 'unread'

export const isReceived = (kind: MessageKind) => kind === 'incoming' || kind === 'deposit'

/** ISO 639-1, of the languages in which wallets and banks of the region write. Kirundi is read as Kinyarwanda. */
export type Language = 'en' | 'sw' | 'fr' | 'rw' | 'so' | 'pt'

/**
 * How a language says that something happened. In the text that a pattern reads, small letters, `#` stands for an amount
 * and `~` for a name or for what somebody typed.
 */
export interface Phrase {
  kind: MessageKind
  language: Language
  pattern: RegExp
}
