import type { Phrase } from './kind.ts'

/** How the receipt numbers of a provider look, as a sentence can say it. */
export type ReceiptForm = 'ten-letters-and-digits' | 'digits' | 'any'

/** What the shop knows about a wallet or a bank. Each has a file of its own. */
export interface Provider {
  key: string
  kind: 'wallet' | 'bank'
  /** How it is called in the names of senders and payment methods, in small letters. */
  names: RegExp
  /** The key of its payment method where the specification gives it another one. */
  methodKey?: string
  /** Its senders by country (ISO 3166-1 alpha-2), letter by letter as they are registered. */
  senders: Readonly<Record<string, readonly string[]>>
  /** The whole receipt number in small letters and digits, without anything else. Any form where it is left out. */
  code?: RegExp
  /** The day that a receipt number itself says that it is of, `2026-11-03`, by country. Undefined where it says none. */
  dayOf?: (code: string, country: string) => string | undefined
  /** How a sentence describes `code`. */
  receiptForm?: ReceiptForm
  /** One as it stands in a message. */
  receiptExample?: string
  /** The numbers of tills and merchants: digits only. */
  tills?: RegExp
  /** Its loans, by name. Money from them is no payment. */
  loans?: readonly string[]
  /** Its savings of the account's owner, by name. Money from them is the owner's. */
  savings?: readonly string[]
  /** What only its messages say. */
  phrases?: readonly Phrase[]
}
