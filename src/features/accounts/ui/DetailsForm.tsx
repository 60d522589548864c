import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { country, optionalText, phone } from './account-input.ts'
import { profileLabels } from '../../../client/profile-labels.ts'
import { mapColumns, optionalTexts, profileColumns } from '../../../shared/profile.ts'
import { diallingOf, useCountries } from '../../countries/ui/countries.ts'
import { CountryField } from '../../countries/ui/CountryField.tsx'
import { PhoneField } from './PhoneField.tsx'
import { useProfileChange, type Profile } from './profile-change.ts'
import { ProfileSection } from './ProfileSection.tsx'

const input = z.object({ ...mapColumns(optionalTexts, () => optionalText), country, phone })

/** How the shop addresses and reaches a person: the optional texts of the profile, country and phone number. */
export function DetailsForm({ profile }: { profile: Profile }) {
  const change = useProfileChange()
  const { data: countries, loaded } = useCountries()
  const fieldsOf = (saved: Profile) => ({
    ...mapColumns(optionalTexts, (column) => saved[column] ?? ''),
    country: saved.country ?? '',
    phone: withoutDialling(saved.phone_number ?? '', diallingOf(saved.country, countries)),
  })
  const {
    register,
    control,
    handleSubmit,
    reset,
    setError,
    formState: { errors },
  } = useForm({
    resolver: zodResolver(input),
    values: fieldsOf(profile),
    resetOptions: { keepDirtyValues: true },
  })
  const [chosen, typed] = useWatch({ control, name: ['country', 'phone'] })
  // A number of another country keeps its own code.
  const dialling = typed?.startsWith('+') ? '' : diallingOf(chosen, countries)

  const save = handleSubmit(async ({ country: code, phone: number, ...texts }) => {
    const { joinPhone } = await import('../phone.ts')
    const phone_number = joinPhone(diallingOf(code, await loaded()), number)
    if (!phone_number)
      return setError('phone', { message: m.accounts_phone_invalid() }, { shouldFocus: true })
    change.mutate(
      { ...mapColumns(optionalTexts, (column) => texts[column] || null), country: code, phone_number },
      {
        onSuccess: (saved) => {
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
            autoComplete={profileColumns[column].autoComplete}
            error={errors[column]?.message}
            {...register(column)}
          />
        ))}
        <Controller
          control={control}
          name="country"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <CountryField {...{ value, onChange, onBlur }} inputRef={ref} error={errors.country?.message} />
          )}
        />
        <PhoneField dialling={dialling} error={errors.phone?.message} {...register('phone')} />
        {change.isError ? <Notice tone="error">{whyNot(change.error)}</Notice> : null}
        <Button type="submit" busy={change.isPending} className="justify-self-start">
          {m.profile_save_details()}
        </Button>
      </form>
    </ProfileSection>
  )
}

const withoutDialling = (number: string, dialling: string) =>
  dialling && number.startsWith(dialling) ? number.slice(dialling.length) : number

function whyNot(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind === 'refused' && failure.code === 'PHONE_INVALID') return m.accounts_phone_invalid()
  if (failure.kind === 'refused' && failure.code === 'COUNTRY_UNKNOWN') return m.accounts_country_needed()
  return `${m.profile_details_failed()} ${outageMessage(error) ?? ''}`.trim()
}
