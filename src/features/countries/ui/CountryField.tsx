import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { getLocale } from '../../../paraglide/runtime.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import type { Country } from '../../../shared/pages.ts'
import { createApi } from '../../../client/api.ts'
import { countriesContract } from '../countries.contract.ts'

interface CountryFieldProps {
  /** From `useCountries`. */
  countries: Countries
  /** ISO code of the chosen country; empty for none. */
  value: string | undefined
  onChange: (code: string) => void
  onBlur?: () => void
  error?: string | undefined
  inputRef?: (input: HTMLInputElement | null) => void
}

/** Selects a country by its name or dialling code. */
export function CountryField({ countries, value, onChange, error, ...field }: CountryFieldProps) {
  const { list, isLoading, isError, load } = countries
  if (isError) return <CountriesFailed busy={isLoading} onRetry={load} />
  return (
    <Combobox
      label={m.common_country()}
      items={list}
      value={list.find(({ code }) => code === value) ?? null}
      onChange={(country) => onChange(country?.code ?? '')}
      itemLabel={({ name, dialling }) => `${name} (${dialling})`}
      keyOf={({ code }) => code}
      renderItem={countryOption}
      placeholder={m.accounts_country_search()}
      onFocus={load}
      isLoading={isLoading}
      error={error}
      {...field}
    />
  )
}

function CountriesFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <Notice
      tone="error"
      className="items-center"
      action={
        <Button variant="secondary" size="small" busy={busy} onClick={onRetry}>
          {m.kit_try_again()}
        </Button>
      }
    >
      {m.accounts_countries_failed()}
    </Notice>
  )
}

const countryOption = ({ code, name, dialling }: Country) => (
  <span className="flex items-center gap-3">
    <img
      src={`/flags/${code}.svg`}
      alt=""
      width={24}
      height={16}
      loading="lazy"
      className="h-4 w-6 shrink-0 rounded-[2px] object-cover"
    />
    <span className="min-w-0 flex-1">{name}</span>
    <span className="text-muted">{dialling}</span>
  </span>
)

export interface Countries {
  /** Sorted by their names in the reader's language. Until they are loaded it has the preselected one only. */
  list: readonly Country[]
  isLoading: boolean
  isError: boolean
  /** Fetches the list, unless it is there. */
  load: () => void
}

/**
 * The countries of a form. The list is fetched when it is opened, or at once if the chosen country is not the one of
 * the page.
 * @param chosen ISO code of the chosen country
 */
export function useCountries(chosen: string | null | undefined): Countries {
  const { home } = usePageData()
  const { data, isError, isFetching, refetch } = useQuery(
    countriesApi.list.queryOptions({
      enabled: Boolean(chosen) && chosen !== home.code,
      staleTime: Infinity,
      meta: { failure: m.accounts_countries_failed },
      select: (countries): Country[] =>
        sortedByName(
          countries.map(({ cca2, name, idd }) => ({
            code: cca2,
            name: localName(cca2, name.common),
            dialling: idd.root + (idd.suffixes[0] ?? ''),
          })),
        ),
    }),
  )
  return {
    list: data ?? [{ ...home, name: localName(home.code, home.name) }],
    isLoading: isFetching,
    isError,
    load: () => void (data ? undefined : refetch({ cancelRefetch: false })),
  }
}

/** The dialling code of a country, with its plus. Empty for an unknown country. */
export const diallingOf = (code: string | null | undefined, { list }: Countries): string =>
  list.find((one) => one.code === code)?.dialling ?? ''

function localName(code: string, english: string): string {
  if (getLocale() === 'en') return english
  const name = new Intl.DisplayNames(getLocale(), { type: 'region', fallback: 'none' }).of(code)
  return name ?? english
}

const sortedByName = (countries: Country[]) =>
  getLocale() === 'en'
    ? countries
    : countries.toSorted((one, other) => one.name.localeCompare(other.name, getLocale()))

/** A country in the reader's language, from its ISO code; a dash for none. */
export function CountryName({ code }: { code: string | null }) {
  const { locale } = usePageData()
  if (!code) return '—'
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code)
}

export const countriesApi = createApi('countries', countriesContract)
