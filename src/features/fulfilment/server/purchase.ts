import { type Money, moneyFromDecimal } from '../../../shared/money/money.ts'
import { costInShop } from '../../settings/costs/costs.ts'
import type { Settings } from '../../settings/settings.ts'
import type { FulfilmentReason } from '../states.ts'
import type { OpenedAccount } from './accounts.ts'
import { type EndingPrice, ProviderFailed } from './drivers/driver.ts'
import type { Fulfilment, NameRecord } from './fulfilment.tables.ts'

/** What something costs as far as the registrar says, or why a person decides whether it is bought. */
type Checked = { cost: Money | undefined } | { held: FulfilmentReason }

type Purchase = Pick<Fulfilment, 'target' | 'input'>

/**
 * Whether a name is free, and is not dearer than what was asked for it. It waits, in words, where the registrar tells prices
 * and none could be read now.
 */
export async function checkRegistration(
  { target, input }: Purchase,
  { driver }: OpenedAccount,
  settings: Settings,
): Promise<Checked | { waits: string }> {
  let isUnread = false
  const unread = (error: unknown) => {
    isUnread ||= !(error instanceof ProviderFailed && error.reason === 'refused')
    return []
  }
  const canCheck = driver.capabilities(endingOf(target)).has('check')
  // The order itself is refused too. The check only tells it earlier.
  const [found] = canCheck ? await driver.check([target]).catch(unread) : []
  if (found?.state === 'taken') return { held: 'taken' }
  if (found?.is_premium) return { held: 'premium' }
  const listed = await listedPrice(target, driver, unread)
  const first = found?.price ?? moneyOf(listed, 'register')
  if (!first && input.most && (isUnread || found?.state === 'unclear'))
    return { waits: 'the price could not be read' }
  if (first && isDearer(first, input, settings)) return { held: 'price' }
  const further = moneyOf(listed, 'renew') ?? first
  return { cost: first && further && add(first, further, (input.years ?? 1) - 1) }
}

/** Whether a renewal, with what it costs to bring the name back, is not dearer than what was asked for it. */
export async function checkRenewal(
  { target, input }: Purchase,
  { driver }: OpenedAccount,
  { status }: NameRecord,
  settings: Settings,
): Promise<Checked> {
  const listed = await listedPrice(target, driver)
  const year = moneyOf(listed, 'renew')
  const years = year && add(year, year, (input.years ?? 1) - 1)
  const fee = status === 'redemption' ? 'restore' : status === 'grace' ? 'grace_fee' : undefined
  const extra = fee && moneyOf(listed, fee)
  const cost = years && extra ? add(years, extra, 1) : years
  if (input.restores) return { cost }
  // Nobody has been asked for a fee that nobody knows.
  if (status === 'redemption' && (!extra || !input.most || !cost)) return { held: 'redemption' }
  if (cost && isDearer(cost, input, settings))
    return { held: status === 'redemption' ? 'redemption' : 'price' }
  return { cost }
}

/** Whether to move a name here, with its year, is not dearer than what was asked for it. */
export async function checkTransfer(
  { target, input }: Purchase,
  { driver }: Pick<OpenedAccount, 'driver'>,
  settings: Settings,
): Promise<Checked> {
  const cost = moneyOf(await listedPrice(target, driver), 'transfer')
  return cost && isDearer(cost, input, settings) ? { held: 'price' } : { cost }
}

const add = (sum: Money, { amount }: Money, times: number): Money => ({
  ...sum,
  amount: sum.amount + times * amount,
})

/** Whether a cost is above what was asked for. What can't be converted has no ceiling. */
function isDearer(cost: Money, { most }: Purchase['input'], settings: Settings): boolean {
  if (!most) return false
  const comparable =
    cost.currency === most.currency
      ? cost
      : settings['shop.currency'] === most.currency
        ? costInShop(settings, cost)
        : null
  return comparable !== null && comparable.amount > moneyFromDecimal(most.amount, most.currency).amount
}

type Priced = 'register' | 'renew' | 'transfer' | 'restore' | 'grace_fee'

function moneyOf(listed: EndingPrice | undefined, what: Priced): Money | undefined {
  const amount = listed?.[what]
  return listed && amount !== null && amount !== undefined
    ? moneyFromDecimal(amount, listed.currency)
    : undefined
}

/** What a name of this ending costs, where the provider has a list of prices. It may not answer now. */
async function listedPrice(
  name: string,
  driver: OpenedAccount['driver'],
  unread: (error: unknown) => EndingPrice[] = () => [],
): Promise<EndingPrice | undefined> {
  const ending = endingOf(name)
  if (!driver.capabilities(ending).has('prices')) return undefined
  return (await driver.prices([ending]).catch(unread)).find((one) => one.ending === ending)
}

const endingOf = (name: string) => name.slice(name.indexOf('.') + 1)
