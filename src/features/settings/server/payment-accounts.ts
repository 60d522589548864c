import type { CallerContext } from '../../../server/http/context.ts'
import { readSettings } from './settings.ts'

/** Where customers pay to: those of the methods that the shop takes, in its order. */
export async function listPaymentAccounts(caller: CallerContext) {
  const { 'payments.accounts': accounts, 'payments.methods': methods } = await readSettings(caller.database)
  const place = (method: string) => methods.indexOf(method)
  const items = accounts
    .filter(({ method }) => place(method) >= 0)
    .toSorted((one, other) => place(one.method) - place(other.method))
  return { items }
}
