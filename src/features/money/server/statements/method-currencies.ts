import { homeCurrencies } from '../../providers/countries.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { countryOf } from '../received/decide.ts'
import type { Settings } from '../../../settings/settings.ts'

/** The currencies (ISO 4217) that can be paid by a method: the shop's, its country's, and those of the method's accounts. */
export function currenciesOf(method: string, settings: Settings): string[] {
  const accounts = settings['payments.accounts'].filter((one) => methodKey(one.method) === methodKey(method))
  return [
    settings['shop.currency'],
    homeCurrencies[countryOf(settings)] ?? [],
    accounts.flatMap(({ currency }) => currency ?? []),
  ].flat()
}
