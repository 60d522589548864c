import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { getLocale } from '../../../paraglide/runtime.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { createApi } from '../../../client/api.ts'
import { countriesContract } from '../contract.ts'

interface CountryFieldProps {
  /** ISO code of the chosen country; empty for none. */
  value: string | undefined
  onChange: (code: string) => void
  onBlur: () => void
  error?: string | undefined
  inputRef?: (input: HTMLInputElement | null) => void
}

/** Selects a country by its name or dialling code. */
export function CountryField({ value, onChange, error, ...field }: CountryFieldProps) {
  const { data, isError, isFetching, refetch } = useCountries()
  if (isError) return <CountriesFailed busy={isFetching} onRetry={() => void refetch()} />
  return (
    <Combobox
      label={m.accounts_country()}
      items={data ?? []}
      value={data?.find(({ code }) => code === value) ?? null}
      onChange={(country) => onChange(country?.code ?? '')}
      itemLabel={({ name, dialling }) => `${name} (${dialling})`}
      keyOf={({ code }) => code}
      renderItem={countryOption}
      placeholder={data ? m.accounts_country_search() : m.kit_loading()}
      disabled={!data}
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

const countryOption = ({ name, dialling, flag }: Country) => (
  <span className="flex items-center gap-3">
    <img
      src={flag}
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

interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string
  name: string
  /** With its plus: `+255`. */
  dialling: string
  flag: string
}

/**
 * All countries, sorted by their names in the reader's language. They are fetched once.
 * @returns the query, and `loaded()`, which waits for the countries; undefined if they fail to load.
 */
export function useCountries() {
  const { data, isError, isFetching, refetch } = useQuery(
    countriesApi.list.queryOptions({
      staleTime: Infinity,
      meta: { failure: m.accounts_countries_failed },
      select: (countries): Country[] =>
        sortedByName(
          countries.map(({ cca2, name, idd, flags }) => ({
            code: cca2,
            name: localName(cca2, name.common),
            dialling: idd.root + (idd.suffixes[0] ?? ''),
            flag: flags.svg,
          })),
        ),
    }),
  )
  const loaded = async () => data ?? (await refetch({ cancelRefetch: false })).data
  return { data, isError, isFetching, refetch, loaded }
}

/** The dialling code of a country, with its plus. Empty for an unknown country. */
export const diallingOf = (code: string | null | undefined, countries: Country[] | undefined): string =>
  countries?.find((one) => one.code === code)?.dialling ?? ''

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
