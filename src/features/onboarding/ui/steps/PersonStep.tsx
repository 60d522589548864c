import { useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { PhoneField } from '../../../accounts/ui/account-fields.tsx'
import { accountsApi } from '../../../accounts/ui/accounts.api.ts'
import { CountryField, diallingOf, useCountries } from '../../../countries/ui/CountryField.tsx'
import { CheckField } from '../../../settings/ui/form-fields.tsx'
import {
  notificationsApi,
  type NotificationState,
} from '../../../staff-notifications/ui/staff-notifications.api.ts'
import { type StepProps, stepFailure, useSaveStep } from './save-step.ts'

/** A number that can't be one of its country. */
class WrongPhone extends Error {}

type Profile = Awaited<ReturnType<typeof accountsApi.profile.call>>

/** The owner's own name, country and number, as a request of theirs needs them, and whether they are told of work. */
export function PersonStep(props: StepProps) {
  const profile = useQuery(accountsApi.profile.queryOptions())
  const calls = useQuery(notificationsApi.read.queryOptions())
  if (profile.data && calls.data) return <PersonForm {...props} profile={profile.data} calls={calls.data} />
  const failed = [profile, calls].find(({ isError }) => isError)
  if (failed) return <ErrorState title={m.profile_failed()} query={failed} />
  return <Skeleton className="h-40 w-full" />
}

function PersonForm({
  shown,
  onSaved,
  profile,
  calls: { choices },
}: StepProps & { profile: Profile; calls: NotificationState }) {
  const save = useSaveStep(shown)
  const client = useQueryClient()
  const form = useStateForm({
    start: {
      full_name: profile.full_name ?? '',
      country: profile.country ?? shown.values['accounts.defaultCountry'] ?? '',
      phone: profile.phone_number ?? '',
      isCalled: choices.mail_minutes !== null || !shown.values['shop.setUp'].includes('person'),
    },
    problemsOf: ({ full_name, country, phone }) => ({
      full_name: !full_name.trim() && m.accounts_full_name_needed(),
      country: !country && m.common_please_choose_a_country(),
      phone: !phone.trim() && m.accounts_phone_needed(),
    }),
    async send({ full_name, country, phone, isCalled }) {
      const { joinPhone } = await import('../../../accounts/phone.ts')
      const phone_number = joinPhone(diallingOf(country, countries), phone)
      if (!phone_number) throw new WrongPhone()
      const saved = await accountsApi.changeProfile.call({
        full_name: full_name.trim(),
        country,
        phone_number,
      })
      client.setQueryData(accountsApi.profile.queryKey(), saved)
      const mail_minutes = isCalled ? (choices.mail_minutes ?? 0) : null
      if (mail_minutes !== choices.mail_minutes)
        client.setQueryData(
          notificationsApi.read.queryKey(),
          await notificationsApi.save.call({ ...choices, mail_minutes }),
        )
      await save({}, 'person')
    },
    onDone: () => onSaved(),
    failure: (error) =>
      error instanceof WrongPhone
        ? m.accounts_phone_invalid()
        : errorSentence(() => stepFailure(error), {
            PHONE_INVALID: m.accounts_phone_invalid,
            COUNTRY_UNKNOWN: m.common_please_choose_a_country,
          })(error),
  })
  const { country, phone, isCalled } = form.values
  const countries = useCountries(country)
  return (
    <form noValidate aria-label={m.setup_person()} className="flex flex-col gap-4" onSubmit={form.submit}>
      <p className="max-w-text text-muted">{m.setup_person_about()}</p>
      <div className="grid gap-4 @lg:grid-cols-2">
        <TextField
          label={m.common_full_name()}
          autoComplete="name"
          maxLength={200}
          {...form.field('full_name')}
        />
        <CountryField
          countries={countries}
          value={country}
          onChange={(code) => form.set({ country: code })}
          error={form.errorOf('country')}
        />
        <PhoneField
          dialling={phone.startsWith('+') ? '' : diallingOf(country, countries)}
          {...form.field('phone')}
        />
      </div>
      <CheckField
        label={m.setup_person_called()}
        checked={isCalled}
        onChange={(checked) => form.set({ isCalled: checked })}
      />
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <Button type="submit" className="self-start" busy={form.busy}>
        {m.common_save()}
      </Button>
    </form>
  )
}
