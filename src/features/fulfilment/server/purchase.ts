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

/** In words, why it is not bought yet: the registrar tells prices, and this one could not be read now. */
type Waits = { waits: string }
const waits: Waits = { waits: 'the price could not be read' }

/** Whether a name is free, and is not dearer than what was asked for it. */
export async function checkRegistration(
  { target, input }: Purchase,
  { driver }: OpenedAccount,
  settings: Settings,
): Promise<Checked | Waits> {
  const canCheck = driver.capabilities(endingOf(target)).has('check')
  // The order itself is refused too. The check only tells it earlier.
  const checked = await readPrice(canCheck, () => driver.check([target]))
  const [found] = checked.read
  if (found?.state === 'taken') return { held: 'taken' }
  if (found?.is_premium) return { held: 'premium' }
  const { listed, isUnread } = await listedPrice(target, driver)
  const first = found?.price ?? moneyOf(listed, 'register')
  if (!first && input.most && (isUnread || checked.isUnread || found?.state === 'unclear')) return waits
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
  // A name that is lost is worse than one that was too dear: nothing waits here for a price.
  const { listed } = await listedPrice(target, driver)
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
): Promise<Checked | Waits> {
  const { listed, isUnread } = await listedPrice(target, driver)
  const cost = moneyOf(listed, 'transfer')
  if (!cost && input.most && isUnread) return waits
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

/** What a name of this ending costs, where the provider has a list of prices. */
async function listedPrice(name: string, driver: OpenedAccount['driver']) {
  const ending = endingOf(name)
  const canList = driver.capabilities(ending).has('prices')
  const { read, isUnread } = await readPrice(canList, () => driver.prices([ending]))
  return { listed: read.find((one) => one.ending === ending), isUnread }
}

/** Reads what a provider may not tell now. `isUnread` does not count what it refuses to tell. */
async function readPrice<Row>(
  isOffered: boolean,
  ask: () => Promise<readonly Row[]>,
): Promise<{ read: readonly Row[]; isUnread: boolean }> {
  if (!isOffered) return { read: [], isUnread: false }
  try {
    return { read: await ask(), isUnread: false }
  } catch (error) {
    return { read: [], isUnread: !(error instanceof ProviderFailed && error.reason === 'refused') }
  }
}

const endingOf = (name: string) => name.slice(name.indexOf('.') + 1)
