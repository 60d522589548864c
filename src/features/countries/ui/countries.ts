import { useQuery } from '@tanstack/react-query'
import { countriesApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { getLocale } from '../../../paraglide/runtime.js'

/** A country as the forms offer it. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
  /** With its plus: `+255`. */
  dialling: string
  flag: string
}

/**
 * All countries by their names in the reader's language. They change so rarely that one look is enough.
 * @returns the query, and `loaded`: the countries for who can't go on without them, undefined if they don't come.
 */
export function useCountries() {
  const { data, isError, isFetching, refetch } = useQuery(
    countriesApi.list.queryOptions({
      staleTime: Infinity,
      meta: { failure: m.accounts_countries_failed },
      select: (countries): Country[] =>
        inOrder(
          countries.map(({ cca2, name, idd, flags }) => ({
            code: cca2,
            name: nameOf(cca2, name.common),
            dialling: idd.root + (idd.suffixes[0] ?? ''),
            flag: flags.svg,
          })),
        ),
    }),
  )
  const loaded = async () => data ?? (await refetch({ cancelRefetch: false })).data
  return { data, isError, isFetching, refetch, loaded }
}

/** @returns the dialling code of a country, with its plus; empty for one that isn't among them. */
export const diallingOf = (code: string | null | undefined, countries: Country[] | undefined): string =>
  countries?.find((one) => one.code === code)?.dialling ?? ''

function nameOf(code: string, english: string): string {
  if (getLocale() === 'en') return english
  const name = new Intl.DisplayNames(getLocale(), { type: 'region', fallback: 'none' }).of(code)
  return name ?? english
}

const inOrder = (countries: Country[]) =>
  getLocale() === 'en'
    ? countries
    : countries.toSorted((one, other) => one.name.localeCompare(other.name, getLocale()))
