import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { TextField } from '../../../kit/form/Field.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { signUpInput, type SignUpInput } from './account-input.ts'
import { useCaptcha } from './captcha.tsx'
import { diallingOf, useCountries } from '../../countries/ui/countries.ts'
import { EmailField } from './EmailField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { CountryField } from '../../countries/ui/CountryField.tsx'
import { PhoneField } from './PhoneField.tsx'
import { serviceWords } from './service-words.ts'
import { useSession } from '../../../client/session.ts'
import { signUp } from './sign-up.ts'
import { VisitorForm } from './VisitorForm.tsx'

const checked = zodResolver(signUpInput)

/** Everything an account starts with. A refusal keeps what was typed. */
export function SignUpForm({ onMailed }: { onMailed: (email: string) => void }) {
  const ready = useSession().status !== 'unknown'
  const navigate = useNavigate()
  const { search } = useLocation()
  const { data: countries, loaded } = useCountries()
  const home = usePageData().business.country
  const captcha = useCaptcha()
  const firstOf = (all = countries) => (all?.find(({ code }) => code === home) ?? all?.[0])?.code
  const form = useForm({
    // Whoever has typed everything before the countries are there has not left theirs out: the press waits for them.
    resolver: async (typed: SignUpInput, ...rest) =>
      checked({ ...typed, country: typed.country ?? firstOf(await loaded()) ?? '' }, ...rest),
  })
  const {
    register,
    control,
    getValues,
    setValue,
    setError,
    formState: { errors, isSubmitting },
  } = form
  const chosen = useWatch({ control, name: 'country' })
  const first = firstOf()

  useEffect(() => {
    if (first && getValues('country') === undefined) setValue('country', first)
  }, [first, getValues, setValue])

  const send = form.handleSubmit(async (input) => {
    const outcome = await signUp(input, diallingOf(input.country, await loaded()), search, captcha)
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
      <PhoneField
        dialling={diallingOf(chosen, countries)}
        error={errors.phone?.message}
        {...register('phone')}
      />
      <EmailField autoComplete="email" error={errors.email?.message} {...register('email')} />
      <NewPasswordField error={errors.password?.message} {...register('password')} />
      {captcha.field}
    </VisitorForm>
  )
}
