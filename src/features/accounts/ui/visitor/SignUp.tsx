import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { AuthError } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { linkClasses, VisitorForm } from './VisitorForm.tsx'
import { Providers } from './Providers.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import {
  EmailField,
  NewPasswordField,
  PhoneField,
  signUpInput,
  type SignUpInput,
} from '../account-fields.tsx'
import { type Captcha, type CaptchaOptions, useCaptcha } from './captcha.tsx'
import { CountryField, diallingOf, useCountries } from '../../../countries/ui/CountryField.tsx'
import { authErrorMessage } from '../auth-service.ts'
import { absoluteUrl, auth, signOut, useSession } from '../../../../client/session.ts'
import { CodeForm, MailSentNotice } from './CodeForm.tsx'
import type { ProfileFields } from '../../../../shared/profile.ts'

export const meta = pageTitle(() => ({ title: m.site_signup() }))

/** The sign-up. Where addresses must be confirmed, the form is replaced by the code of the mail. */
export default function SignUp() {
  const { search } = useLocation()
  const [mailedTo, setMailedTo] = useState<string>()
  if (mailedTo) return <ConfirmEmail email={mailedTo} />
  return (
    <>
      <h1 className="text-2xl font-black">{m.accounts_signup_heading()}</h1>
      <SignUpForm onMailed={setMailedTo} />
      <Providers next={new URLSearchParams(search).get('next')} />
      <p className="mt-6 text-muted">
        {m.accounts_have_account()}{' '}
        <Link to={`/login${search}`} className={linkClasses}>
          {m.site_login()}
        </Link>
      </p>
    </>
  )
}

const checked = zodResolver(signUpInput)

function SignUpForm({ onMailed }: { onMailed: (email: string) => void }) {
  const ready = useSession().status !== 'unknown'
  const navigate = useNavigate()
  const { search } = useLocation()
  const { data: countries, loaded } = useCountries()
  const home = usePageData().business.country
  const captcha = useCaptcha()
  const firstOf = (all = countries) => (all?.find(({ code }) => code === home) ?? all?.[0])?.code
  const form = useForm({
    // Before the countries are loaded none can be chosen: the submit waits for them and takes the first.
    resolver: async (values: SignUpInput, ...rest) =>
      checked({ ...values, country: values.country ?? firstOf(await loaded()) ?? '' }, ...rest),
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
    const message = authErrorMessage(outcome)
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

/**
 * Confirms the address after a sign-up, by the code of the mail. The texts are the same whether the address has an
 * account or not.
 */
function ConfirmEmail({ email }: { email: string }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const sendAgain = (options: CaptchaOptions) =>
    auth.resend({
      type: 'signup',
      email,
      options: { ...options, emailRedirectTo: absoluteUrl(`/login${search}`) },
    })
  return (
    <>
      <MailSentNotice heading={m.accounts_confirm_heading()} text={m.accounts_confirm_text({ email })} />
      <CodeForm
        email={email}
        type="signup"
        submit={m.accounts_confirm_submit()}
        sendAgain={sendAgain}
        onVerified={() => {
          toast.success(m.accounts_confirmed())
          void navigate(`/login${search}`)
        }}
      />
    </>
  )
}

/**
 * Creates an account. The server makes the profile from `data`. A session in the answer is ended, because the
 * person logs in next.
 * @param dialling the country's dialling code.
 * @param search the query of this page, for the mailed link: `next` is the page after the log-in.
 */
async function signUp(
  input: SignUpInput,
  dialling: string,
  search: string,
  captcha: Pick<Captcha, 'spend'>,
): Promise<'done' | 'confirm-first' | 'phone-invalid' | AuthError> {
  // The phone number rules are larger than this page: they are loaded on submit.
  const { joinPhone } = await import('../../phone.ts')
  const { email, password, phone, ...profile } = input
  const phone_number = joinPhone(dialling, phone)
  if (!phone_number) return 'phone-invalid'
  const { data, error } = await captcha.spend((options) =>
    auth.signUp({
      email: email.trim(),
      password,
      options: {
        ...options,
        data: { ...profile, phone_number } satisfies Partial<ProfileFields>,
        emailRedirectTo: absoluteUrl(`/login${search}`),
      },
    }),
  )
  if (error) return error
  if (!data.session) return 'confirm-first'
  await signOut('local')
  return 'done'
}
