import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, useWatch } from 'react-hook-form'
import type { AuthError } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { linkLook, VisitorForm } from './VisitorForm.tsx'
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
import { serviceWords } from '../auth-service.ts'
import { absoluteUrl, auth, signOut, useSession } from '../../../../client/session.ts'
import { CodeForm, MailedTo } from './CodeForm.tsx'
import type { ProfileFields } from '../../../../shared/profile.ts'

export const meta = pageTitle(() => ({ title: m.site_signup() }))

/** The sign-up. Where addresses must be confirmed, the form gives way to a word about the mail. */
export default function SignUp() {
  // Where the log-in is to lead comes along.
  const { search } = useLocation()
  const [mailedTo, setMailedTo] = useState<string>()
  if (mailedTo) return <ConfirmFirst email={mailedTo} />
  return (
    <>
      <h1 className="text-2xl font-black">{m.accounts_signup_heading()}</h1>
      <SignUpForm onMailed={setMailedTo} />
      <Providers next={new URLSearchParams(search).get('next')} />
      <p className="mt-6 text-muted">
        {m.accounts_have_account()}{' '}
        <Link to={`/login${search}`} className={linkLook}>
          {m.site_login()}
        </Link>
      </p>
    </>
  )
}

const checked = zodResolver(signUpInput)

/** Everything an account starts with. A refusal keeps what was typed. */
function SignUpForm({ onMailed }: { onMailed: (email: string) => void }) {
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

/**
 * After a sign-up that waits for the address to be confirmed: the code of the mail, or the link in it. It reads the
 * same whether the address was known or not.
 */
function ConfirmFirst({ email }: { email: string }) {
  const navigate = useNavigate()
  const { search } = useLocation()
  const again = (options: CaptchaOptions) =>
    auth.resend({
      type: 'signup',
      email,
      options: { ...options, emailRedirectTo: absoluteUrl(`/login${search}`) },
    })
  return (
    <>
      <MailedTo heading={m.accounts_confirm_heading()} text={m.accounts_confirm_text({ email })} />
      <CodeForm
        email={email}
        type="signup"
        submit={m.accounts_confirm_submit()}
        again={again}
        onRight={() => {
          toast.success(m.accounts_confirmed())
          void navigate(`/login${search}`)
        }}
      />
    </>
  )
}

/**
 * Makes an account; the profile is the server's work, from the data sent along. A session that comes back is
 * dropped: the first log-in is the person's own.
 * @param dialling the country's code, put before the number without its trunk zero.
 * @param search where the log-in is to lead, for the link of a mail.
 */
async function signUp(
  input: SignUpInput,
  dialling: string,
  search: string,
  captcha: Pick<Captcha, 'spend'>,
): Promise<'done' | 'confirm-first' | 'phone-invalid' | AuthError> {
  // The rules of the world's phone numbers weigh more than this whole page: they come when they are needed.
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
