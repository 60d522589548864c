import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { AuthError } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { Notice } from '../../../../kit/Notice.tsx'
import { classes } from '../../../../kit/classes.ts'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { linkClasses, VisitorForm, WishNotice } from './VisitorForm.tsx'
import { ProviderFailure, Providers } from './Providers.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { RedirectAfterLogin } from './RedirectAfterLogin.tsx'
import { absoluteUrl, callAuth, useSession } from '../../../../client/session/session.ts'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { toastOf } from '../../../../client/form/act.ts'
import { PasswordField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { EmailField, rules } from '../account-fields.tsx'
import { type CaptchaOptions, useCaptcha } from './captcha.tsx'
import { authErrorMessage } from '../auth-service.ts'
import { MailedCode } from './CodeForm.tsx'

export const meta = pageTitle(() => ({ title: m.common_login() }))

const SecondFactorChallenge = loadedLater(() =>
  import('../security/SecondFactorChallenge.tsx').then((module) => module.SecondFactorChallenge),
)

/** The log-in. A person who is signed in is redirected. */
export default function LoginScreen() {
  const session = useSession()
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const [byCode, setByCode] = useState(false)
  if (session.status === 'second-factor')
    return (
      <Suspense fallback={<Skeleton className="h-44 w-full" />}>
        <SecondFactorChallenge email={session.email} />
      </Suspense>
    )
  return (
    <>
      {byCode ? null : <h1 className="text-2xl font-black">{m.accounts_login_heading()}</h1>}
      <WishNotice text={m.accounts_wish_login} />
      {session.status === 'signed-out' && session.ended ? (
        <Notice tone="warning" className="mt-4">
          {m.common_your_session_has_ended()}
        </Notice>
      ) : null}
      {/* The server renders this page without its query: it is read after hydration. */}
      {session.status !== 'unknown' && query.has('error_code') ? (
        <Notice tone="warning" className="mt-4">
          <ProviderFailure search={query} />
        </Notice>
      ) : null}
      {byCode ? (
        <CodeLoginForm />
      ) : (
        <LoginForm ready={session.status !== 'unknown'} redirecting={session.status === 'signed-in'} />
      )}
      <p className="mt-4 flex flex-wrap items-center justify-between gap-x-6">
        <button
          type="button"
          className={classes(linkClasses, 'inline-flex touch items-center disabled:opacity-55')}
          disabled={session.status === 'unknown'}
          onClick={() => setByCode(!byCode)}
        >
          {byCode ? m.accounts_with_password() : m.accounts_with_code()}
        </button>
        <Link to="/forgot" className={classes(linkClasses, 'inline-flex touch items-center')}>
          {m.accounts_forgot()}
        </Link>
      </p>
      {byCode ? null : <Providers next={query.get('next')} />}
      <p className="mt-6 text-muted">
        {m.accounts_no_account()}{' '}
        <Link to={`/signup${search}`} className={linkClasses}>
          {m.site_signup()}
        </Link>
      </p>
      {session.status === 'signed-in' ? <RedirectAfterLogin next={query.get('next')} /> : null}
    </>
  )
}

function LoginForm({ ready, redirecting }: { ready: boolean; redirecting: boolean }) {
  // A sign-up passes the address on.
  const { state } = useLocation() as { state: { email?: string; isNew?: boolean } | null }
  const captcha = useCaptcha()
  const form = useSubmitForm({
    defaultValues: { email: state?.email ?? '', password: '' },
    async send(input) {
      const { data, error } = await captcha.spend((options) =>
        callAuth((auth) => auth.signInWithPassword({ ...input, options })),
      )
      if (error) throw error
      return data.user.factors?.some((factor) => factor.status === 'verified')
    },
    done: (needsFactor) => (needsFactor ? undefined : m.accounts_login_done()),
    onFailure: toastOf(loginFailure),
    failure: loginFailure,
  })

  return (
    <VisitorForm form={{ ...form, busy: form.busy || redirecting }} submit={m.common_login()} ready={ready}>
      {state?.isNew ? (
        <Notice tone="success">{m.accounts_account_ready({ email: state.email ?? '' })}</Notice>
      ) : null}
      <EmailField {...form.field('email', rules.knownEmail)} />
      <PasswordField label={m.common_password()} {...form.field('password', rules.knownPassword)} />
      {captcha.field}
    </VisitorForm>
  )
}

/** Guesses by others may have used up the tries. A mailed link still works then. */
const loginFailure = (error: unknown) =>
  (error as AuthError).code === 'over_request_rate_limit'
    ? m.accounts_too_many_passwords()
    : authErrorMessage(error)

/** Log-in by a mailed code. It creates no account, and does not reveal whether there is one. */
function CodeLoginForm() {
  const { search } = useLocation()
  const requestMail = (to: string, options: CaptchaOptions) =>
    callAuth((auth) =>
      auth.signInWithOtp({
        email: to,
        options: { ...options, shouldCreateUser: false, emailRedirectTo: absoluteUrl(`/login${search}`) },
      }),
    )
  return (
    <MailedCode
      heading={m.accounts_code_heading()}
      text={m.accounts_code_text()}
      request={m.accounts_code_send()}
      send={requestMail}
      type="email"
      verify={m.common_login()}
      onVerified={() => toast.success(m.accounts_login_done())}
    />
  )
}
