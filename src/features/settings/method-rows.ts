import type { PaymentAccount } from './payment-accounts.ts'
import type { Settings } from './settings.ts'

/** A payment method as it is typed, with where to pay to; without an account customers only know its name. */
export interface MethodRow {
  method: string
  account: string
  holder: string
  note: string
}

export const blankMethod: MethodRow = { method: '', account: '', holder: '', note: '' }

/** Each method with each of its accounts. */
export const methodRows = (methods: readonly string[], accounts: readonly PaymentAccount[]): MethodRow[] =>
  methods.flatMap((method) => {
    const own = accounts.filter((account) => account.method === method)
    return own.length > 0
      ? own.map(({ account, holder, note }) => ({ method, account, holder: holder ?? '', note: note ?? '' }))
      : [{ ...blankMethod, method }]
  })

const hasAccount = ({ account, holder, note }: MethodRow) =>
  Boolean(account.trim() || holder.trim() || note.trim())
const isFilled = (row: MethodRow) => Boolean(row.method.trim()) || hasAccount(row)

/** What the rows stand for; a method that is named twice, for two accounts, is one method. */
export const methodValues = (
  rows: readonly MethodRow[],
): Pick<Settings, 'payments.methods' | 'payments.accounts'> => ({
  'payments.methods': methodsOf(rows),
  'payments.accounts': rows.filter(hasAccount).map((row) => ({
    method: row.method.trim(),
    account: row.account.trim(),
    holder: row.holder.trim() || null,
    note: row.note.trim() || null,
  })),
})

const methodsOf = (rows: readonly MethodRow[]) => [
  ...new Set(rows.filter(isFilled).map(({ method }) => method.trim())),
]

/** Where a row stands in the two values: what a refusal says is at a place of those. -1 for none. */
export function placeOf(rows: readonly MethodRow[], at: number): { method: number; account: number } {
  const row = rows[at]!
  return {
    method: isFilled(row) ? methodsOf(rows).indexOf(row.method.trim()) : -1,
    account: hasAccount(row) ? rows.slice(0, at).filter(hasAccount).length : -1,
  }
}
