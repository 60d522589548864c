import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { Combobox } from '../../../kit/form/Combobox.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { useCountries, type Country } from './countries.ts'

interface CountryFieldProps {
  /** ISO code of the chosen country; empty for none. */
  value: string | undefined
  onChange: (code: string) => void
  onBlur: () => void
  error?: string | undefined
  inputRef?: (input: HTMLInputElement | null) => void
}

/** A country from all there are, found by its name or its dialling code. */
export function CountryField({ value, onChange, error, ...field }: CountryFieldProps) {
  const { data, isError, isFetching, refetch } = useCountries()
  if (isError) return <NoCountries busy={isFetching} onRetry={() => void refetch()} />
  return (
    <Combobox
      label={m.accounts_country()}
      items={data ?? []}
      value={data?.find(({ code }) => code === value) ?? null}
      onChange={(country) => onChange(country?.code ?? '')}
      itemLabel={({ name, dialling }) => `${name} (${dialling})`}
      keyOf={({ code }) => code}
      renderItem={inList}
      placeholder={data ? m.accounts_country_search() : m.kit_loading()}
      disabled={!data}
      error={error}
      {...field}
    />
  )
}

function NoCountries({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
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

const inList = ({ name, dialling, flag }: Country) => (
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
