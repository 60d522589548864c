import { exchange } from '../../shared/money/exchange.ts'
import { moneyFromDecimal, decimalOf } from '../../shared/money/money.ts'
import type { Offers, PageSettings } from '../../shared/pages.ts'
import { fromPrices } from './prices.ts'
import { addVat, dayInZone, rateOn, vatStep } from './vat.ts'
import type { Settings } from './settings.ts'

/** Where a stored logo is served. */
export const logoAddress = (file: string | null) => (file ? `/logos/${file}` : '')

type Product = 'domain' | 'email' | 'hosting' | null

/**
 * Converts a price of the settings to what customers see and pay: where the shop enters prices without VAT, with the
 * VAT of the day. Decimal numbers.
 */
function withVat(
  settings: Settings,
  at: Date,
): <Price extends number | null | undefined>(price: Price, product: Product) => Price {
  if (settings['invoices.prices'] === 'inclusive' || !settings['invoices.vrn']) return (price) => price
  const rules = {
    rates: settings['papers.vatRates'],
    isRegistered: true,
    isExempt: false,
    day: dayInZone(at, settings['shop.timeZone']),
  }
  const currency = settings['shop.currency']
  const step = vatStep('exclusive', currency)
  return (price, product) => {
    if (price === null || price === undefined) return price
    const { amount } = moneyFromDecimal(price, currency)
    const { gross } = addVat(amount, rateOn(rules, product), step)
    // A listed fraction of a shilling is not paid.
    return decimalOf(
      exchange({ amount: gross, currency }, { currency, rate: 1 }, { round: 'nearest' }),
    ) as typeof price
  }
}

/** The accounts to pay to, for the accepted methods in their order, and how one pays by them. */
export function payableAccounts(settings: Settings) {
  const { 'payments.accounts': accounts, 'payments.methods': methods } = settings
  const order = (method: string) => methods.indexOf(method)
  const items = accounts
    .filter(({ method }) => order(method) >= 0)
    .toSorted((one, other) => order(one.method) - order(other.method))
  return { items, steps: settings['payments.steps'] }
}

/** The suffixes of domains that the shop sells or has named a registry for, whether or not the public suffix list has them. */
export const suffixesOf = (settings: Settings): string[] => [
  ...settings['catalogue.domains'].map(({ ending }) => ending),
  ...Object.keys(settings['availability.endpoints']).map((suffix) => suffix.toLowerCase().replace(/^\./, '')),
]

/**
 * The public data of the shop: name, contact, prices and endings. Prices contain the VAT of the moment.
 * @param at the moment, now by default
 */
export function shopOf(
  settings: Settings,
  at: Date = new Date(),
): Pick<PageSettings, 'business'> & { offers: Offers } {
  const gross = withVat(settings, at)
  const asks = [...new Set(settings['domains.questions'].map(({ ending }) => ending))]
  const { comFrom, hostingFrom } = fromPrices(settings['catalogue.marketing'], {
    endings: settings['catalogue.domains'],
    plans: settings['catalogue.plans'],
  })
  return {
    business: {
      name: settings['business.name'],
      logo: logoAddress(settings['business.logo']),
      email: settings['business.email'] ?? '',
      phone: settings['business.phone'] ?? '',
      address: settings['business.address'] ?? '',
      // A word joiner keeps a line from ending within `8:00–18:00`.
      hours: (settings['business.hours'] ?? '').replaceAll(/(:\d\d[–-])(?=\d)/g, '$1\u2060'),
      payments: settings['payments.methods'],
      whatsapp: settings['business.whatsapp'] ?? '',
      greeting: settings['business.whatsappGreeting'] ?? '',
      country: settings['accounts.defaultCountry'] ?? '',
    },
    offers: {
      currency: settings['shop.currency'],
      endings: settings['catalogue.domains'].map((one) => ({
        ...one,
        price: gross(one.price, 'domain'),
        renewal: gross(one.renewal, 'domain'),
        // Most have none, and every page has them.
        transfer: gross(one.transfer, 'domain') ?? undefined,
        restore: gross(one.restore, 'domain') ?? undefined,
      })),
      ...(asks.length && { asks }),
      glued: settings['domains.gluedEndings'],
      marketing: { comFrom: gross(comFrom, 'domain'), hostingFrom: gross(hostingFrom, 'hosting') },
      email: gross(settings['catalogue.email'], 'email'),
      website: gross(settings['catalogue.website'], null),
      plans: settings['catalogue.plans'].map((plan) => ({
        ...plan,
        monthlyPrice: gross(plan.monthlyPrice, 'hosting'),
        yearlyPrice: gross(plan.yearlyPrice, 'hosting'),
      })),
    },
  }
}
