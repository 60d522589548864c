import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Controller, useWatch } from 'react-hook-form'
import { m } from '../../../../paraglide/messages.js'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { linkClasses, toastedAuthFailure, VisitorForm, WishNotice } from './VisitorForm.tsx'
import { Providers } from './Providers.tsx'
import { RedirectAfterLogin } from './RedirectAfterLogin.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { EmailField, NewPasswordField, PhoneField, rules } from '../account-fields.tsx'
import { acceptedPages, acceptedRule, ConsentField, consentTo } from './ConsentField.tsx'
import { type Captcha, type CaptchaOptions, useCaptcha } from './captcha.tsx'
import { CountryField, diallingOf, useCountries } from '../../../countries/ui/CountryField.tsx'
import { absoluteUrl, callAuth, signOut, useSession } from '../../../../client/session/session.ts'
import { FieldProblem, useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { CodeForm, MailSentNotice } from './CodeForm.tsx'
import type { PageData } from '../../../../shared/pages.ts'
import type { ProfileFields } from '../../../../shared/people/profile.ts'

export const meta = pageTitle(() => ({ title: m.site_signup() }))

/** The sign-up. Where addresses must be confirmed, the form is replaced by the code of the mail. */
export default function SignUpScreen() {
  const { search } = useLocation()
  const session = useSession()
  const [isSent, setSent] = useState(false)
  const [mailedTo, setMailedTo] = useState<string>()
  const { logInAfterSignUp } = usePageData()
  // Otherwise a sign-up opens a session too, and ends it.
  if (session.status === 'signed-in' && (logInAfterSignUp || !isSent))
    return <RedirectAfterLogin next={new URLSearchParams(search).get('next')} />
  if (mailedTo) return <ConfirmEmail email={mailedTo} />
  return (
    <>
      <h1 className="text-2xl font-black">{m.accounts_signup_heading()}</h1>
      <WishNotice text={m.accounts_wish_signup} />
      <SignUpForm onSend={() => setSent(true)} onMailed={setMailedTo} />
      <Providers next={new URLSearchParams(search).get('next')} />
      <p className="mt-6 text-muted">
        {m.accounts_have_account()}{' '}
        <Link to={`/login${search}`} className={linkClasses}>
          {m.common_login()}
        </Link>
      </p>
    </>
  )
}

interface SignUpInput {
  full_name: string
  business_name: string
  /** ISO code. */
  country: string
  /** Without the dialling code. */
  phone: string
  email: string
  password: string
  /** Whether the terms and the privacy notice of the shop are accepted. */
  accepted: boolean
}

interface SignUpFormProps {
  onSend: () => void
  onMailed: (email: string) => void
}

/** The fields of the sign-up. */
export function SignUpForm({ onSend, onMailed }: SignUpFormProps) {
  const ready = useSession().status !== 'unknown'
  const navigate = useNavigate()
  const { search } = useLocation()
  const { home, legal, logInAfterSignUp } = usePageData()
  const captcha = useCaptcha()
  const form = useSubmitForm<SignUpInput, 'done' | 'confirm-first'>({
    defaultValues: {
      full_name: '',
      business_name: '',
      country: home.code,
      phone: '',
      email: '',
      password: '',
      accepted: false,
    },
    send(input) {
      onSend()
      return signUp(input, { dialling: diallingOf(input.country, countries), legal, search }, captcha)
    },
    done: (outcome) => (outcome === 'done' && logInAfterSignUp ? m.accounts_signup_welcome() : undefined),
    async onDone(outcome, input) {
      const email = input.email.trim()
      if (outcome === 'confirm-first') return onMailed(email)
      if (logInAfterSignUp) return
      // The session that the answer contains is ended, because the person logs in next.
      await signOut('local')
      toast.success(m.accounts_signup_done())
      await navigate(`/login${search}`, { state: { email, isNew: true } })
    },
    ...toastedAuthFailure,
  })
  const { field, control, formState } = form
  const chosen = useWatch({ control, name: 'country' })
  const countries = useCountries(chosen)

  return (
    <VisitorForm form={form} submit={m.site_signup()} ready={ready}>
      <TextField label={m.common_full_name()} autoComplete="name" {...field('full_name', rules.fullName)} />
      <TextField
        label={m.common_business_name()}
        optional
        autoComplete="organization"
        {...field('business_name', rules.optionalText)}
      />
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
            error={formState.errors.country?.message}
          />
        )}
      />
      <PhoneField dialling={diallingOf(chosen, countries)} {...field('phone', rules.phone)} />
      <EmailField autoComplete="email" {...field('email', rules.email)} />
      <NewPasswordField {...field('password', rules.newPassword)} />
      {acceptedPages(legal).length ? <ConsentField {...field('accepted', acceptedRule)} /> : null}
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
    callAuth((auth) =>
      auth.resend({
        type: 'signup',
        email,
        options: { ...options, emailRedirectTo: absoluteUrl(`/login${search}`) },
      }),
    )
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
 * Creates an account. The server makes the profile from `data`. `done` means that there is a session now.
 * @param dialling the country's dialling code.
 * @param legal the versions of the texts that were accepted.
 * @param search the query of this page, for the mailed link: `next` is the page after the log-in.
 */
async function signUp(
  input: SignUpInput,
  { dialling, legal, search }: { dialling: string; legal: PageData['legal']; search: string },
  captcha: Pick<Captcha, 'spend'>,
): Promise<'done' | 'confirm-first'> {
  // The phone number rules are larger than this page: they are loaded on submit.
  const { joinPhone } = await import('../../phone.ts')
  const { email, password, phone, accepted, ...profile } = input
  const phone_number = joinPhone(dialling, phone)
  if (!phone_number) throw new FieldProblem('phone', m.accounts_phone_invalid())
  const { data, error } = await captcha.spend((options) =>
    callAuth((auth) =>
      auth.signUp({
        email: email.trim(),
        password,
        options: {
          ...options,
          data: {
            ...({ ...profile, phone_number } satisfies Partial<ProfileFields>),
            ...(accepted && { consent: consentTo(legal) }),
          },
          emailRedirectTo: absoluteUrl(`/login${search}`),
        },
      }),
    ),
  )
  if (error) throw error
  return data.session ? 'done' : 'confirm-first'
}
