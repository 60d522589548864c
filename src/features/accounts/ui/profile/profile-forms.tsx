import { useQueryClient } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { accountsApi } from '../accounts.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence, outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { PhoneField, rules } from '../account-fields.tsx'
import { ProfileSection, saveVariant } from './ProfileSection.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { useStoredForm } from '../../../../client/stored-form.ts'
import { profileLabels } from '../../../../client/profile-labels.ts'
import { FieldProblem, useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { autoCompletes, optionalTexts } from '../../../../shared/people/profile-lists.data.ts'
import { mapKeys } from '../../../../shared/pick.ts'
import { CountryField, diallingOf, useCountries } from '../../../countries/ui/CountryField.tsx'
import type { Locale } from '../../../../shared/pages.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'

type Profile = Awaited<ReturnType<typeof accountsApi.profile.call>>

/** Changes fields of the own profile and shows the server's answer. */
function useProfileChange() {
  const client = useQueryClient()
  return async (fields: Parameters<typeof accountsApi.changeProfile.call>[0]) => {
    const saved = await accountsApi.changeProfile.call(fields)
    client.setQueryData(accountsApi.profile.queryKey(), saved)
    return saved
  }
}

export function NameForm({ profile }: { profile: Profile }) {
  const form = useSubmitForm({
    values: { full_name: profile.full_name ?? '' },
    send: useProfileChange(),
    done: m.profile_name_updated(),
    onDone({ full_name }) {
      form.reset({ full_name: full_name ?? '' }, { keepDirtyValues: false })
    },
    // The toast says what failed, and the field says why if the reason is known.
    onFailure: () => toast.error(m.profile_name_failed()),
    failure: errorSentence(m.profile_name_failed),
  })
  const { error, ...input } = form.field('full_name', rules.fullName)
  return (
    <ProfileSection title={m.common_name()}>
      <form noValidate onSubmit={form.submit} className="flex flex-wrap items-start gap-3">
        <TextField
          label={m.common_full_name()}
          autoComplete="name"
          className="min-w-60 flex-1 max-sm:basis-full"
          error={error ?? form.failure}
          {...input}
        />
        <Button
          type="submit"
          variant={saveVariant(form)}
          busy={form.busy}
          className="sm:mt-[calc(1.5*var(--text-sm)+6px)]"
        >
          {m.profile_update_name()}
        </Button>
      </form>
    </ProfileSection>
  )
}

/** The optional texts of the profile, country and phone number. */
export function DetailsForm({ profile }: { profile: Profile }) {
  const change = useProfileChange()
  const countries = useCountries(profile.country)
  const fieldsOf = (saved: Profile) => ({
    ...mapKeys(optionalTexts, (column) => saved[column] ?? ''),
    country: saved.country ?? '',
    phone: withoutDialling(saved.phone_number ?? '', diallingOf(saved.country, countries)),
  })
  const form = useSubmitForm({
    values: fieldsOf(profile),
    async send({ country, phone, ...texts }) {
      const { joinPhone } = await import('../../phone.ts')
      const phone_number = joinPhone(diallingOf(country, countries), phone)
      if (!phone_number) throw new FieldProblem('phone', m.accounts_phone_invalid())
      return change({ ...mapKeys(optionalTexts, (column) => texts[column] || null), country, phone_number })
    },
    done: m.profile_details_updated(),
    onDone(saved) {
      clear()
      form.reset(fieldsOf(saved), { keepDirtyValues: false })
    },
    onFailure(error) {
      if (!(error instanceof FieldProblem)) toast.error(m.profile_details_failed())
    },
    failure: detailsFailure,
  })
  const { clear } = useStoredForm(form, 'profile')
  const { control, field } = form
  const { errors } = form.formState
  const [chosenCountry, number] = useWatch({ control, name: ['country', 'phone'] })
  // A number of another country retains its own code.
  const dialling = number?.startsWith('+') ? '' : diallingOf(chosenCountry, countries)

  return (
    <ProfileSection title={m.profile_details()} about={m.profile_details_about()}>
      <form noValidate onSubmit={form.submit} className="grid gap-4">
        {optionalTexts.map((column) => (
          <TextField
            key={column}
            label={profileLabels[column]()}
            optional
            autoComplete={autoCompletes[column]}
            {...field(column, rules.optionalText)}
          />
        ))}
        <div className="grid gap-4 sm:grid-cols-2">
          <Controller
            control={control}
            name="country"
            rules={rules.country}
            render={({ field: { ref, value, onChange, onBlur } }) => (
              <CountryField
                countries={countries}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                inputRef={ref}
                error={errors.country?.message}
              />
            )}
          />
          <PhoneField dialling={dialling} {...field('phone', rules.phone)} />
        </div>
        {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
        <Button type="submit" variant={saveVariant(form)} busy={form.busy} className="justify-self-start">
          {m.profile_save_details()}
        </Button>
      </form>
    </ProfileSection>
  )
}

const withoutDialling = (number: string, dialling: string) =>
  dialling && number.startsWith(dialling) ? number.slice(dialling.length) : number

const detailsFailure = (error: unknown) =>
  errorSentence(() => `${m.profile_details_failed()} ${outageMessage(error) ?? ''}`.trim(), {
    PHONE_INVALID: m.accounts_phone_invalid,
    COUNTRY_UNKNOWN: m.common_please_choose_a_country,
  })(error)

/** Each language by its own name. */
const languageNames: Record<Locale, string> = { en: 'English', sw: 'Kiswahili' }

/** The language of mails. Saving it changes the language of the screens too. */
export function LanguageForm({ profile }: { profile: Profile }) {
  const { locale } = usePageData()
  const form = useSubmitForm({
    defaultValues: { language: profile.language ?? locale },
    send: useProfileChange(),
    onDone: (_, { language }) =>
      window.location.assign(`/language/${language}?to=${encodeURIComponent(window.location.pathname)}`),
    failure: errorSentence(m.profile_details_failed),
  })
  return (
    <ProfileSection title={m.common_language()} about={m.profile_language_about()}>
      <form className="flex flex-wrap items-end gap-3" onSubmit={form.submit}>
        <Select
          label={m.common_language()}
          className="min-w-60 flex-1 max-sm:basis-full"
          {...form.register('language')}
          options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
          error={form.failure}
        />
        <Button type="submit" variant={saveVariant(form)} busy={form.busy}>
          {m.profile_save_language()}
        </Button>
      </form>
    </ProfileSection>
  )
}
