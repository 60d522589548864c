import { m } from '../../../../paraglide/messages.js'
import { CountryField, useCountries } from '../../../countries/ui/CountryField.tsx'
import { ChoiceList } from '../form-fields.tsx'
import { type SectionForm, type SectionProps, useSectionForm } from '../use-section.tsx'
import { SettingsSection } from '../SettingsSection.tsx'

interface Draft {
  country: string
  afterSignUp: 'log-in' | 'straight-on'
  factor: 'needed' | 'offered'
}

const signUpLabels: Record<Draft['afterSignUp'], () => string> = {
  'log-in': m.settings_signup_log_in,
  'straight-on': m.settings_signup_straight_on,
}

const form: SectionForm<Draft> = {
  toDraft: (values) => ({
    country: values['accounts.defaultCountry'] ?? '',
    afterSignUp: values['accounts.logInAfterSignUp'] ? 'straight-on' : 'log-in',
    factor: values['accounts.adminsNeedFactor'] ? 'needed' : 'offered',
  }),
  toValues: ({ country, afterSignUp, factor }) => ({
    'accounts.defaultCountry': country || null,
    'accounts.logInAfterSignUp': afterSignUp === 'straight-on',
    'accounts.adminsNeedFactor': factor === 'needed',
  }),
  summary: ({ country, afterSignUp, factor }) => ({
    [m.accounts_country()]: country || '—',
    [m.settings_signup()]: signUpLabels[afterSignUp](),
    [m.settings_factor()]: factor === 'needed' ? m.settings_factor_needed() : m.settings_factor_offered(),
  }),
}

/** The default country of sign-up, what follows it, and whether admins need a second factor. */
export function AccountsSection({ id, shown }: SectionProps) {
  const section = useSectionForm(id, form, shown)
  const { draft, set, errorAt } = section
  const countries = useCountries(draft.country)
  return (
    <SettingsSection
      id={id}
      title={m.settings_accounts()}
      about={m.settings_accounts_about()}
      section={section}
      preview="accounts"
    >
      <div className="max-w-md">
        <CountryField
          countries={countries}
          value={draft.country}
          onChange={(country) => set({ country })}
          onBlur={() => {}}
          error={errorAt('accounts.defaultCountry')}
        />
        <p className="mt-1.5 text-sm text-muted">{m.settings_country_about()}</p>
      </div>
      <ChoiceList<Draft['afterSignUp']>
        label={m.settings_signup()}
        value={draft.afterSignUp}
        onChange={(afterSignUp) => set({ afterSignUp })}
        options={[
          { value: 'log-in', label: signUpLabels['log-in'](), about: m.settings_signup_log_in_about() },
          {
            value: 'straight-on',
            label: signUpLabels['straight-on'](),
            about: m.settings_signup_straight_on_about(),
          },
        ]}
      />
      <ChoiceList<Draft['factor']>
        label={m.settings_factor()}
        value={draft.factor}
        onChange={(factor) => set({ factor })}
        options={[
          { value: 'offered', label: m.settings_factor_offered(), about: m.settings_factor_offered_about() },
          { value: 'needed', label: m.settings_factor_needed(), about: m.settings_factor_needed_about() },
        ]}
      />
    </SettingsSection>
  )
}
