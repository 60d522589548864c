import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { isEmail } from '../../../../shared/people/email.ts'
import { countryOf } from '../../../../shared/money/currencies.ts'
import { accountsApi } from '../../../accounts/ui/accounts.api.ts'
import { CountryField, useCountries } from '../../../countries/ui/CountryField.tsx'
import { type StepProps, stepFailure, useSaveStep } from './save-step.ts'

/** The name of the shop, how customers reach it, and the country of most of them. */
export function BusinessStep({ shown, onSaved }: StepProps) {
  const { values, versions } = shown
  const save = useSaveStep(shown)
  const { data: profile } = useQuery(accountsApi.profile.queryOptions())
  const form = useStateForm({
    start: {
      // The name of the product is not a name of the shop.
      name: versions['business.name'] ? values['business.name'] : '',
      email: values['business.email'] ?? profile?.email ?? '',
      phone: values['business.phone'] ?? '',
      country: values['accounts.defaultCountry'] ?? countryOf(values['shop.currency']) ?? '',
    },
    problemsOf: ({ name, email, phone, country }) => ({
      name: !name.trim() && m.settings_reason_required(),
      email: email.trim()
        ? !isEmail(email) && m.settings_reason_email()
        : !phone.trim() && m.setup_contact_needed(),
      country: !country && m.common_please_choose_a_country(),
    }),
    send: ({ name, email, phone, country }) =>
      save({
        'business.name': name.trim(),
        'business.email': email.trim() || null,
        'business.phone': phone.trim() || null,
        'accounts.defaultCountry': country,
      }),
    onDone: () => onSaved(),
    failure: stepFailure,
  })
  const countries = useCountries(form.values.country)
  return (
    <form noValidate aria-label={m.setup_business()} className="flex flex-col gap-4" onSubmit={form.submit}>
      <div className="grid gap-4 @lg:grid-cols-2">
        <TextField
          label={m.common_business_name()}
          autoComplete="organization"
          maxLength={60}
          {...form.field('name')}
        />
        <CountryField
          countries={countries}
          value={form.values.country}
          onChange={(country) => form.set({ country })}
          error={form.errorOf('country')}
        />
        <TextField
          label={m.common_email()}
          type="email"
          autoCapitalize="none"
          autoComplete="off"
          maxLength={200}
          {...form.field('email')}
        />
        <TextField label={m.common_phone()} type="tel" maxLength={30} optional {...form.field('phone')} />
      </div>
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <Button type="submit" className="self-start" busy={form.busy}>
        {m.common_save()}
      </Button>
    </form>
  )
}
