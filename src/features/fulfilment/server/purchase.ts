import { type Money, moneyFromDecimal } from '../../../shared/money/money.ts'
import type { FulfilmentReason } from '../states.ts'
import type { OpenedAccount } from './accounts.ts'
import type { Fulfilment } from './fulfilment.tables.ts'

/** Why a name may not be bought now, or what it costs as far as the provider says. */
export async function checkPurchase(
  { target, input }: Fulfilment,
  { driver }: OpenedAccount,
): Promise<{ held: { reason: FulfilmentReason } } | { cost: Money | undefined }> {
  const canCheck = driver.capabilities(endingOf(target)).has('check')
  // The order itself is refused too. The check only tells it earlier.
  const [found] = canCheck ? await driver.check([target]).catch(() => []) : []
  if (found?.state === 'taken') return { held: { reason: 'taken' } }
  if (found?.is_premium) return { held: { reason: 'premium' } }
  const listed = await listedPrice(target, driver)
  const first = found?.price ?? listed?.register
  if (isTooDear(first, input)) return { held: { reason: 'price' } }
  return { cost: first && sumOfYears(first, listed?.renew ?? first, input.years) }
}

/** Whether it costs more than what the customer was asked for. What is paid in another currency has no ceiling here. */
export const isTooDear = (cost: Money | undefined, { most }: Fulfilment['input']): boolean =>
  cost !== undefined &&
  most?.currency === cost.currency &&
  cost.amount > moneyFromDecimal(most.amount, most.currency).amount

/** What the years cost: the first one, and each further one as a renewal. */
export const sumOfYears = (first: Money, further: Money, years = 1): Money => ({
  ...first,
  amount: first.amount + (years - 1) * further.amount,
})

/** The listed prices of one year. Undefined where the registrar has no list, or it can't be read now. */
export async function listedPrice(
  name: string,
  driver: OpenedAccount['driver'],
): Promise<{ register?: Money; renew?: Money; transfer?: Money } | undefined> {
  if (!driver.capabilities(endingOf(name)).has('prices')) return undefined
  const listed = (await driver.prices().catch(() => [])).find(({ ending }) => ending === endingOf(name))
  if (!listed) return undefined
  const { register, renew, transfer, currency } = listed
  return {
    ...(transfer !== null && { transfer: moneyFromDecimal(transfer, currency) }),
    ...(register !== null && { register: moneyFromDecimal(register, currency) }),
    ...(renew !== null && { renew: moneyFromDecimal(renew, currency) }),
  }
}

const endingOf = (name: string) => name.slice(name.indexOf('.') + 1)
