import type { Language } from './kind.ts'

/** What is the same for all wallets and banks of a country. */
interface CountryOfPayments {
  /** ISO 4217. The first one is that of amounts that name none. */
  currencies: readonly [string, ...string[]]
  /** In which messages are sent there. */
  languages: readonly Language[]
}

/** By ISO 3166-1 alpha-2. */
export const countries: Readonly<Record<string, CountryOfPayments>> = {
  TZ: { currencies: ['TZS'], languages: ['en', 'sw'] },
  KE: { currencies: ['KES'], languages: ['en', 'sw'] },
  UG: { currencies: ['UGX'], languages: ['en'] },
  RW: { currencies: ['RWF'], languages: ['en', 'rw', 'fr'] },
  BI: { currencies: ['BIF'], languages: ['en', 'fr', 'rw'] },
  CD: { currencies: ['CDF', 'USD'], languages: ['en', 'fr', 'sw'] },
}

/** ISO 3166-1 alpha-2 to ISO 4217, for amounts that name no currency. */
export const homeCurrencies: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(countries).map(([country, { currencies }]) => [country, currencies[0]]),
)

/** Currencies in which accounts are kept in every country. */
export const accountCurrencies: readonly string[] = ['USD', 'EUR', 'GBP']
