/** A message as it came. */
export interface Message {
  text: string
  /** The name of the sender as the phone shows it. */
  sender: string
  /** ISO 3166-1 alpha-2 of the SIM card or the account. */
  country: string
  /** RFC 3339. */
  received_at?: string | undefined
  context?: MessageContext | undefined
}

export interface MessageContext {
  /** The balance after the message before, as a decimal number. */
  last_balance?: string | undefined
  /** The time that the message before it names. RFC 3339. */
  last_at?: string | undefined
  own_lipa?: readonly string[] | undefined
  /** How the account numbers begin that its payers enter. */
  own_paybill_accounts_prefix?: string | undefined
  used_codes?: readonly string[] | undefined
}
