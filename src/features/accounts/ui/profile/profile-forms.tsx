import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useState } from 'react'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { PhoneField, rules } from '../account-fields.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { classifyFailure } from '../../../../client/api.ts'
import { Notice } from '../../../../kit/Notice.tsx'
import { useStoredForm } from '../../../../client/stored-form.ts'
import { profileLabels } from '../../../../client/profile-labels.ts'
import { autoCompletes, optionalTexts } from '../../../../shared/profile/lists.data.ts'
import { mapKeys } from '../../../../shared/pick.ts'
import { CountryField, diallingOf, useCountries } from '../../../countries/ui/CountryField.tsx'
import { type Locale, toLocale } from '../../../../shared/pages.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'

type Profile = Awaited<ReturnType<typeof accountsApi.profile.call>>

/** Changes fields of the own profile and shows the server's answer. */
function useProfileChange() {
  const client = useQueryClient()
  return useMutation(
    accountsApi.changeProfile.mutationOptions({
      onSuccess: (profile) => client.setQueryData(accountsApi.profile.queryKey(), profile),
    }),
  )
}

export function NameForm({ profile }: { profile: Profile }) {
  const change = useProfileChange()
  const { register, handleSubmit, reset, formState } = useForm({
    values: { full_name: profile.full_name ?? '' },
    resetOptions: { keepDirtyValues: true },
  })

  const update = handleSubmit((fields) =>
    change.mutate(fields, {
      onSuccess: ({ full_name }) => {
        reset({ full_name: full_name ?? '' }, { keepDirtyValues: false })
        toast.success(m.profile_name_updated())
      },
      onError: () => toast.error(m.profile_name_failed()),
    }),
  )

  return (
    <ProfileSection title={m.profile_name()}>
      <form noValidate onSubmit={(event) => void update(event)} className="flex flex-wrap items-start gap-3">
        <TextField
          label={m.accounts_full_name()}
          autoComplete="name"
          className="min-w-60 flex-1 max-sm:basis-full"
          error={
            formState.errors.full_name?.message ?? (change.isError ? nameFailure(change.error) : undefined)
          }
          {...register('full_name', rules.fullName)}
        />
        <Button type="submit" busy={change.isPending} className="sm:mt-[calc(1.5*var(--text-sm)+6px)]">
          {m.profile_update_name()}
        </Button>
      </form>
    </ProfileSection>
  )
}

/** The toast says what failed, and the field says why if the reason is known. */
const nameFailure = (error: unknown) => outageMessage(error) ?? m.profile_name_failed()

/** The optional texts of the profile, country and phone number. */
export function DetailsForm({ profile }: { profile: Profile }) {
  const change = useProfileChange()
  const countries = useCountries(profile.country)
  const fieldsOf = (saved: Profile) => ({
    ...mapKeys(optionalTexts, (column) => saved[column] ?? ''),
    country: saved.country ?? '',
    phone: withoutDialling(saved.phone_number ?? '', diallingOf(saved.country, countries)),
  })
  const form = useForm({
    values: fieldsOf(profile),
    resetOptions: { keepDirtyValues: true },
  })
  const { clear } = useStoredForm(form, 'profile')
  const { register, control, handleSubmit, reset, setError } = form
  const { errors } = form.formState
  const [chosenCountry, number] = useWatch({ control, name: ['country', 'phone'] })
  // A number of another country retains its own code.
  const dialling = number?.startsWith('+') ? '' : diallingOf(chosenCountry, countries)

  const save = handleSubmit(async ({ country: code, phone: number, ...texts }) => {
    const { joinPhone } = await import('../../phone.ts')
    const phone_number = joinPhone(diallingOf(code, countries), number)
    if (!phone_number)
      return setError('phone', { message: m.accounts_phone_invalid() }, { shouldFocus: true })
    change.mutate(
      { ...mapKeys(optionalTexts, (column) => texts[column] || null), country: code, phone_number },
      {
        onSuccess: (saved) => {
          clear()
          reset(fieldsOf(saved), { keepDirtyValues: false })
          toast.success(m.profile_details_updated())
        },
        onError: () => toast.error(m.profile_details_failed()),
      },
    )
  })

  return (
    <ProfileSection title={m.profile_details()} about={m.profile_details_about()}>
      <form noValidate onSubmit={(event) => void save(event)} className="grid gap-4">
        {optionalTexts.map((column) => (
          <TextField
            key={column}
            label={profileLabels[column]()}
            optional
            autoComplete={autoCompletes[column]}
            error={errors[column]?.message}
            {...register(column, rules.optionalText)}
          />
        ))}
        <Controller
          control={control}
          name="country"
          rules={rules.country}
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <CountryField
              {...{ countries, value, onChange, onBlur }}
              inputRef={ref}
              error={errors.country?.message}
            />
          )}
        />
        <PhoneField dialling={dialling} error={errors.phone?.message} {...register('phone', rules.phone)} />
        {change.isError ? <Notice tone="error">{detailsFailure(change.error)}</Notice> : null}
        <Button type="submit" busy={change.isPending} className="justify-self-start">
          {m.profile_save_details()}
        </Button>
      </form>
    </ProfileSection>
  )
}

const withoutDialling = (number: string, dialling: string) =>
  dialling && number.startsWith(dialling) ? number.slice(dialling.length) : number

function detailsFailure(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind === 'refused' && failure.code === 'PHONE_INVALID') return m.accounts_phone_invalid()
  if (failure.kind === 'refused' && failure.code === 'COUNTRY_UNKNOWN') return m.accounts_country_needed()
  return `${m.profile_details_failed()} ${outageMessage(error) ?? ''}`.trim()
}

/** Each language by its own name. */
const languageNames: Record<Locale, string> = { en: 'English', sw: 'Kiswahili' }

/** The language of mails. Saving it changes the language of the screens too. */
export function LanguageForm({ profile }: { profile: Profile }) {
  const { locale } = usePageData()
  const [chosen, setChosen] = useState<Locale>(profile.language ?? locale)
  const change = useProfileChange()
  return (
    <ProfileSection title={m.profile_language()} about={m.profile_language_about()}>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate(
            { language: chosen },
            {
              onSuccess: () =>
                window.location.assign(
                  `/language/${chosen}?to=${encodeURIComponent(window.location.pathname)}`,
                ),
            },
          )
        }}
      >
        <Select
          label={m.profile_language()}
          className="min-w-60 flex-1 max-sm:basis-full"
          value={chosen}
          onChange={(event) => setChosen(toLocale(event.target.value))}
          options={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
          error={change.isError ? (outageMessage(change.error) ?? m.profile_details_failed()) : undefined}
        />
        <Button type="submit" busy={change.isPending}>
          {m.profile_save_language()}
        </Button>
      </form>
    </ProfileSection>
  )
}
