import { offeredCurrencies } from '../../../shared/money/currencies.ts'
import { decimalTextOf, readPrice } from '../../../shared/money/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { audit } from '../../audit/server/audit.ts'
import {
  type ConvertedPrice,
  convertPrices,
  type CurrencyChange,
  currencyKeys,
  invalidPrice,
  priceKeys,
} from '../prices.ts'
import { rate as rateShape } from '../shapes.ts'
import { changeSetting, type DeliveryConfig, showSettings } from './save-settings.ts'
import { clearSettingsCache, readStored } from './settings.ts'
import type { Input } from '../../../shared/contract.ts'
import type { settingsContract } from '../settings.contract.ts'

export type CurrencyInput = Input<typeof settingsContract.changeCurrency>

/**
 * An admin changes the shop's currency: all prices are converted once, in the transaction that stores the currency.
 * Requests, orders and payments stay as they are. Gives all settings.
 * Refuses with `SETTING_INVALID` a currency, rate or step that can't be, a change to the present currency, and a rate
 * with a price that is too large; with `CONFLICT` and the saved settings if one of them was changed since the versions.
 */
export async function changeCurrency(
  caller: CallerContext,
  { versions, ...change }: CurrencyInput,
  mail: DeliveryConfig,
) {
  const refuse = (field: keyof CurrencyChange, reason: string): never => {
    throw new Refused('SETTING_INVALID', { key: 'shop.currency', path: [field], reason })
  }
  const { currency, rate, step } = change
  if (!offeredCurrencies().includes(currency)) refuse('currency', 'currency')
  if (!rateShape.safeParse(rate).success) refuse('rate', 'rate')
  if (!readPrice(step, currency)?.amount) refuse('step', 'step')

  const saved = await caller.write(async (tx) => {
    const before = await readStored(tx)
    // Read after the values: an admin who is late gets what was saved, also where the same currency was saved.
    const shown = await showSettings(tx, mail)
    if (currencyKeys.some((key) => (shown.versions[key] ?? 0) !== (versions[key] ?? 0)))
      throw new Refused('CONFLICT', shown)
    if (before['shop.currency'] === currency) refuse('currency', 'same-currency')
    const { values, prices } = convertPrices(before, change)
    for (const key of priceKeys) {
      const path = invalidPrice(key, values[key], currency)
      if (path) throw new Refused('SETTING_INVALID', { key, path: path.map(String), reason: 'amount' })
    }
    // The versions are compared again, so values that another admin has changed since they were read are not saved.
    for (const key of currencyKeys.toSorted())
      if (!(await changeSetting(tx, key, values[key] as never, versions[key] ?? 0)))
        throw new Refused('CONFLICT', await showSettings(tx, mail))
    await audit(tx, 'admin', {
      action: 'currency.changed',
      entity: 'setting',
      entity_id: 'shop.currency',
      before: { currency: before['shop.currency'], prices: textsOf(prices, 'before') },
      after: { currency, rate, step, prices: textsOf(prices, 'after') },
    })
    return showSettings(tx, mail)
  })
  clearSettingsCache(caller.database)
  return saved
}

/** The prices by their way through the settings, such as `catalogue.domains.0.price`. */
const textsOf = (prices: readonly ConvertedPrice[], when: 'before' | 'after') =>
  Object.fromEntries(prices.map((one) => [[one.key, ...one.path].join('.'), decimalTextOf(one[when])]))
