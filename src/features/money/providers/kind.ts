/** What a message says that happened. */
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

/** Kinds in which money comes in. */
export const isReceived = (kind: MessageKind) => kind === 'incoming' || kind === 'deposit'
