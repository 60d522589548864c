import { priceOf, type StubBooks, type StubName } from '../../domains-reseller/stub/stub-books.ts'
import { partsOf } from '../records.ts'

/** How the stub writes what is in its books. */

const timeText = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ')
const NEVER = '0000-00-00 00:00:00'

const both = (price: number, currency: string) => ({
  product: { currency, price },
  reseller: { currency, price },
})

/** The provider's statuses by those of the books. */
const statuses: Record<string, string> = { Active: 'ACT', Redemption: 'DEL', 'Transferred Away': 'DEL' }

/** The record of a name. One without `one` is an order that waits, or that came to nothing. */
export const recordOf = (
  name: string,
  id: number,
  one: StubName | undefined,
  { failure, now }: { failure: string | undefined; now: Date },
) => ({
  id,
  domain: partsOf(name),
  status: one ? (statuses[one.status] ?? one.status) : failure === undefined ? 'REQ' : 'FAI',
  // A record has the code. It is read by nobody.
  auth_code: one?.code ?? '',
  autorenew: 'off',
  expiration_date: one ? timeText(one.expires_at) : NEVER,
  renewal_date: one ? timeText(one.expires_at) : NEVER,
  restorable_until: one?.status === 'Redemption' ? timeText(new Date(now.getTime() + 30 * 86_400_000)) : '',
  soft_quarantine_expiry_date: '',
  is_client_hold_enabled: 'no',
  is_locked: one?.isLocked ?? false,
  is_private_whois_enabled: one?.isPrivate ?? false,
  name_servers: (one?.nameservers ?? []).map((host, at) => ({ name: host, ip: '', ip6: '', seq_nr: at + 1 })),
  verification_email_name: one ? 'holder@example.com' : '',
  history:
    failure === undefined ? [] : [{ timestamp: now.toISOString(), subject: 'Transfer', contents: failure }],
})

export const checkOf = (books: StubBooks, name: string) => {
  const price = priceOf(books, name)
  const isTaken = books.taken.has(name) || books.names.has(name)
  return {
    domain: name,
    status: !price ? 'error' : isTaken ? 'active' : 'free',
    ...(isTaken && { reason: 'Domain exists' }),
    is_premium: false,
    ...(price && !isTaken && { price: both(Number(price.register), books.currency) }),
  }
}

export const endingsOf = (books: StubBooks, wanted: string[]) =>
  books.prices
    .map((price) => ({ ...price, name: price.tld.slice(1) }))
    .filter(({ name }) => !wanted.length || wanted.includes(name))
    .map(({ name, register, renew, transfer, redemption, redemptionDays, years }) => {
      const priced = (text: string) => (Number(text) < 0 ? undefined : both(Number(text), books.currency))
      return {
        name,
        status: Number(register) < 0 ? 'INA' : 'ACT',
        min_period: Math.min(...years),
        max_period: Math.max(...years),
        renew_available: Number(renew) >= 0,
        transfer_available: Number(transfer) >= 0,
        quarantine_period: Math.max(redemptionDays, 0),
        prices: {
          create_price: priced(register),
          renew_price: priced(renew),
          transfer_price: priced(transfer),
          restore_price: priced(redemption),
          soft_restore_price: priced('0'),
        },
      }
    })

/** The codes of the refusals of the books. */
export const codes: readonly (readonly [RegExp, number])[] = [
  [/not supported/, 307],
  [/registration period/, 316],
  [/not available/, 311],
  [/not found/, 320],
  [/^Nameservers/, 221],
  [/registrant contact/, 331],
  [/EPP code/, 318],
  [/locked/, 369],
  [/balance/, 310],
]
