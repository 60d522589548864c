import { decimalTextOf, moneyFromDecimal } from '../../shared/money/money.ts'
import type { Settings } from '../settings/settings.ts'

/** The prices of a shop as typed; empty for "price on request". */
export interface TypedPrices {
  endings: { ending: string; price: string; renewal: string }[]
  plans: { name: string; monthlyPrice: string; yearlyPrice: string }[]
  email: string
}

/** The prices of the settings. A renewal without a price is proposed at the price of the first year. */
export function proposedPrices(settings: Settings): TypedPrices {
  const currency = settings['shop.currency']
  const text = (price: number | null) =>
    price === null ? '' : decimalTextOf(moneyFromDecimal(price, currency))
  return {
    endings: settings['catalogue.domains'].map(({ ending, price, renewal }) => ({
      ending,
      price: text(price),
      renewal: text(renewal ?? price),
    })),
    plans: settings['catalogue.plans'].map(({ name, monthlyPrice, yearlyPrice }) => ({
      name,
      monthlyPrice: text(monthlyPrice),
      yearlyPrice: text(yearlyPrice),
    })),
    email: text(settings['catalogue.email']),
  }
}

/** The settings of what was typed. A text that is no number stays a text, which the server refuses. */
export function pricedSettings(
  settings: Settings,
  { endings, plans, email }: TypedPrices,
): Pick<Settings, 'catalogue.domains' | 'catalogue.plans' | 'catalogue.email'> {
  const value = (typed: string) => {
    const text = typed.trim().replace(',', '.')
    return text === '' ? null : Number.isFinite(Number(text)) ? Number(text) : (typed as unknown as number)
  }
  return {
    'catalogue.domains': settings['catalogue.domains'].map((one, at) => ({
      ...one,
      price: value(endings[at]!.price),
      renewal: value(endings[at]!.renewal),
    })),
    'catalogue.plans': settings['catalogue.plans'].map((one, at) => ({
      ...one,
      monthlyPrice: value(plans[at]!.monthlyPrice)!,
      yearlyPrice: value(plans[at]!.yearlyPrice)!,
    })),
    'catalogue.email': value(email),
  }
}
