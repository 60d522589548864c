import { expect, test } from 'vitest'
import { type Settings, settings as table } from '../../settings/settings.ts'
import type { OpenedAccount } from './accounts.ts'
import { type Checked, type EndingPrice, ProviderFailed } from './drivers/driver.ts'
import { checkRegistration, checkRenewal, checkTransfer } from './purchase.ts'

/** Nothing is bought that costs more than the customer was asked for, whatever the currencies. */

const prices: EndingPrice = {
  ending: 'com',
  currency: 'USD',
  register: 10,
  renew: 12,
  transfer: null,
  restore: 80,
  years: [1],
  grace_days: 30,
  grace_fee: 5,
  redemption_days: 30,
}
const at = (listed: Partial<EndingPrice> = {}, found?: Omit<Checked, 'name'>) =>
  ({
    driver: {
      capabilities: () => new Set(['check', 'prices']),
      check: async (names: string[]) => (found ? names.map((name) => ({ name, ...found })) : []),
      prices: async () => [{ ...prices, ...listed }],
    },
  }) as unknown as OpenedAccount
const standard = Object.fromEntries(
  Object.entries(table).map(([key, { standard: value }]) => [key, value]),
) as Settings
const shop = (values: Partial<Settings> = {}) => ({ ...standard, 'shop.currency': 'USD', ...values })
const inShillings = shop({
  'shop.currency': 'TZS',
  'costs.rates': [{ currency: 'USD', shop_currency: 'TZS', rate: 2_500 }],
})
const paid = (amount: number, currency = 'USD', years = 1) => ({
  target: 'soko.com',
  input: { years, most: { amount, currency } },
})
const record = (status: string) => ({ state: 'ours', expires_at: new Date(), status }) as never

test.each([
  [paid(10), shop(), 'bought'],
  [paid(9.99), shop(), 'price'],
  [paid(25_000, 'TZS'), inShillings, 'bought'],
  [paid(24_999, 'TZS'), inShillings, 'price'],
  // Without a rate nothing can be compared.
  [paid(1, 'TZS'), shop({ 'shop.currency': 'TZS' }), 'bought'],
  [{ target: 'soko.com', input: {} }, shop(), 'bought'],
])('a registration for %o is bought up to what was asked for it', async (item, settings, ending) => {
  const checked = await checkRegistration(item, at(), settings)
  expect('held' in checked ? checked.held : 'bought').toBe(ending)
})

test('the price of the name counts more than that of its ending, and years cost as renewals', async () => {
  const found = { state: 'available' as const, price: { amount: 900, currency: 'USD' } }
  expect(await checkRegistration(paid(9, 'USD', 3), at({}, found), shop())).toEqual({
    cost: { amount: 900 + 2 * 1200, currency: 'USD' },
  })
  expect(await checkRegistration(paid(8, 'USD', 3), at({}, found), shop())).toEqual({ held: 'price' })
  expect(await checkRegistration(paid(9), at({}, { ...found, is_premium: true }), shop())).toEqual({
    held: 'premium',
  })
  expect(await checkRegistration(paid(9), at({}, { state: 'taken' }), shop())).toEqual({ held: 'taken' })
})

test('a registration or a transfer waits while a price that the registrar tells can’t be read', async () => {
  const failing = (reason: 'unclear' | 'refused', found?: Omit<Checked, 'name'>) => {
    const failed = () => Promise.reject(new ProviderFailed(reason, 'no price'))
    const { driver } = at({}, found)
    return {
      driver: { ...driver, prices: failed, ...(!found && { check: failed }) },
    } as unknown as OpenedAccount
  }
  const waits = { waits: 'the price could not be read' }
  expect(await checkRegistration(paid(9), failing('unclear'), shop())).toEqual(waits)
  expect(await checkTransfer(paid(9), failing('unclear'), shop())).toEqual(waits)
  expect(await checkTransfer(paid(9), failing('refused'), shop())).toEqual({ cost: undefined })
  expect(await checkRegistration(paid(9), failing('refused', { state: 'unclear' }), shop())).toEqual(waits)
  // It has no prices, or nobody has said what it may cost.
  const bought = { cost: undefined }
  expect(await checkRegistration(paid(9), failing('refused'), shop())).toEqual(bought)
  const unlimited = { target: 'soko.com', input: {} }
  expect(await checkRegistration(unlimited, failing('unclear'), shop())).toEqual(bought)
})

test.each([
  ['active', paid(12), {}, 1200],
  ['active', paid(24, 'USD', 2), {}, 2400],
  ['active', paid(11), {}, 'price'],
  ['active', paid(30_000, 'TZS'), {}, 1200],
  ['grace', paid(17), {}, 1700],
  ['grace', paid(12), {}, 'price'],
  ['redemption', paid(92), {}, 9200],
  ['redemption', paid(12), {}, 'redemption'],
  // Nobody has been asked for a fee that nobody knows.
  ['redemption', paid(500), { restore: null }, 'redemption'],
  ['redemption', { target: 'soko.com', input: {} }, {}, 'redemption'],
  ['redemption', { target: 'soko.com', input: { restores: true as const } }, {}, 9200],
])('a renewal in %s, of %o, with the prices %o: %s', async (status, item, listed, result) => {
  const isInShillings = 'most' in item.input && item.input.most.currency === 'TZS'
  const settings = isInShillings ? inShillings : shop()
  const checked = await checkRenewal(item, at(listed), record(status), settings)
  expect('held' in checked ? checked.held : checked.cost?.amount).toBe(result)
})
