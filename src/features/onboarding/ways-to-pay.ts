import type { PaymentAccount, Settings } from '../settings/settings.ts'

/** A way to pay with its first account, as typed. */
export interface TypedWay {
  method: string
  account: string
  holder: string
}

/** The ways to pay of a shop, each with its first account. */
export const waysOf = ({
  'payments.methods': methods,
  'payments.accounts': accounts,
}: Settings): TypedWay[] =>
  methods.map((method) => {
    const first = accounts.find((account) => account.method === method)
    return { method, account: first?.account ?? '', holder: first?.holder ?? '' }
  })

/**
 * The settings of what was typed. What else an account has stays, and so do further accounts of a way.
 * @param isTidied whether the ways without an account are removed
 */
export function keptAccounts(
  { 'payments.accounts': accounts }: Settings,
  ways: readonly TypedWay[],
  isTidied: boolean,
): Pick<Settings, 'payments.methods' | 'payments.accounts'> {
  const typed = ways.map(({ method, account, holder }) => ({
    method,
    account: account.trim(),
    holder: holder.trim() || null,
  }))
  const kept = typed.flatMap(({ method, account, holder }): PaymentAccount[] => {
    const [first, ...more] = accounts.filter((one) => one.method === method)
    return account ? [{ note: null, ...first, method, account, holder }, ...more] : more
  })
  const methods = typed.map(({ method }) => method)
  return {
    'payments.methods': isTidied
      ? methods.filter((method) => kept.some((account) => account.method === method))
      : methods,
    'payments.accounts': kept,
  }
}
