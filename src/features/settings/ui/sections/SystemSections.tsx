import { CountryField, useCountries } from '../../../countries/ui/CountryField.tsx'
import { m } from '../../../../paraglide/messages.js'
import { dayStyle } from '../../../../shared/dates.ts'
import { useMomentFormat } from '../../../../kit/dates.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
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

/** How long rows are kept, and from when on those of the audit log go. */
export function RetentionSection({ shown }: { shown: ShownSettings }) {
  const format = useMomentFormat()
  const { audit_removal_from: from, values } = shown
  return (
    <FieldsSection id="retention" shown={shown} own={{}} looks={{}}>
      {from ? (
        <Notice tone="warning">
          {m.settings_audit_removal_from({
            day: format(from, dayStyle),
            months: String(values['retention.audit']),
          })}
        </Notice>
      ) : null}
    </FieldsSection>
  )
}
