import { CountryField, useCountries } from '../../../countries/ui/CountryField.tsx'
import { m } from '../../../../paraglide/messages.js'
import { FieldsSection, type OwnField, type OwnFieldProps } from '../FieldsSection.tsx'
import type { ShownSettings } from '../use-section.tsx'

const country: OwnField<string> = {
  toDraft: (values) => values['accounts.defaultCountry'] ?? '',
  toValues: (typed) => ({ 'accounts.defaultCountry': typed || null }),
  textOf: (typed) => typed || '—',
  Field: DefaultCountry,
}

function DefaultCountry({ value, onChange, errorAt }: OwnFieldProps<string>) {
  const countries = useCountries(value)
  return (
    <div className="max-w-md">
      <CountryField countries={countries} value={value} onChange={onChange} error={errorAt([])} />
      <p className="mt-1.5 text-sm text-muted">{m.settings_country_about()}</p>
    </div>
  )
}

/** The default country of sign-up, what follows it, and whether admins need a second factor. */
export const AccountsSection = ({ shown }: { shown: ShownSettings }) => (
  <FieldsSection id="accounts" shown={shown} own={{ 'accounts.defaultCountry': country }} looks={{}} />
)
