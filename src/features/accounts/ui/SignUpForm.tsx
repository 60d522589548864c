import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { TextField } from '../../../platform/ui/kit/TextField.tsx'
import { usePageData } from '../../../platform/ui/page-data.ts'
import { toast } from '../../../platform/ui/toasts.tsx'
import { signUpInput } from './account-input.ts'
import { useCaptcha } from './captcha.tsx'
import { useCountries } from './countries.ts'
import { EmailField } from './EmailField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { CountryField } from './CountryField.tsx'
import { PhoneField } from './PhoneField.tsx'
import { serviceWords } from './service-words.ts'
import { useSession } from './session.ts'
import { signUp } from './sign-up.ts'
import { VisitorForm } from './VisitorForm.tsx'

/** Everything an account starts with. A refusal keeps what was typed. */
export function SignUpForm({ onMailed }: { onMailed: (email: string) => void }) {
  const ready = useSession().is !== 'unknown'
  const navigate = useNavigate()
  const { search } = useLocation()
  const { data: countries } = useCountries()
  const home = usePageData().business.country
  const captcha = useCaptcha()
  const form = useForm({ resolver: zodResolver(signUpInput) })
  const {
    register,
    control,
    getValues,
    setValue,
    setError,
    formState: { errors, isSubmitting },
  } = form
  const chosen = useWatch({ control, name: 'country' })
  const dialling = countries?.find(({ code }) => code === chosen)?.dialling ?? ''

  useEffect(() => {
    const first = countries?.find(({ code }) => code === home) ?? countries?.[0]
    if (first && getValues('country') === undefined) setValue('country', first.code)
  }, [countries, home, getValues, setValue])

  const send = form.handleSubmit(async (input) => {
    const outcome = await signUp(input, dialling, search, captcha)
    if (outcome === 'phone-invalid')
      return setError('phone', { message: m.accounts_phone_invalid() }, { shouldFocus: true })
    if (outcome === 'confirm-first') return onMailed(input.email.trim())
    if (outcome === 'done') {
      toast.success(m.accounts_signup_done())
      return navigate(`/login${search}`)
    }
    const message = serviceWords(outcome)
    setError('root', { message })
    toast.error(message)
  })

  return (
    <VisitorForm
      onSubmit={(event) => void send(event)}
      refusal={errors.root?.message}
      submit={m.site_signup()}
      busy={isSubmitting}
      ready={ready}
    >
      <TextField
        label={m.accounts_full_name()}
        autoComplete="name"
        error={errors.full_name?.message}
        {...register('full_name')}
      />
      <TextField
        label={m.accounts_business_name()}
        optional
        autoComplete="organization"
        error={errors.business_name?.message}
        {...register('business_name')}
      />
      <Controller
        control={control}
        name="country"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <CountryField {...{ value, onChange, onBlur }} inputRef={ref} error={errors.country?.message} />
        )}
      />
      <PhoneField dialling={dialling} error={errors.phone?.message} {...register('phone')} />
      <EmailField autoComplete="email" error={errors.email?.message} {...register('email')} />
      <NewPasswordField error={errors.password?.message} {...register('password')} />
      {captcha.field}
    </VisitorForm>
  )
}
