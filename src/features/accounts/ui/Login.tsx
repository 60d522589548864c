import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Notice } from '../../../kit/Notice.tsx'
import { classes } from '../../../kit/classes.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CodeLogIn } from './CodeLogIn.tsx'
import { linkLook } from './link-look.ts'
import { LoginForm } from './LoginForm.tsx'
import { ProviderFailure, Providers } from './Providers.tsx'
import { SecondFactor } from './security/SecondFactor.tsx'
import { SentOn } from './SentOn.tsx'
import { useSession } from '../../../client/session.ts'

export const meta = pageTitle(() => ({ title: m.accounts_login() }))

/** The log-in. Whoever is signed in, now or already, is sent on to where they belong. */
export default function Login() {
  const session = useSession()
  const { search } = useLocation()
  const asked = new URLSearchParams(search)
  const [byCode, setByCode] = useState(false)
  if (session.status === 'second-factor') return <SecondFactor email={session.email} />
  return (
    <>
      {byCode ? null : <h1 className="text-2xl font-black">{m.accounts_login_heading()}</h1>}
      {session.status === 'signed-out' && session.ended ? (
        <Notice tone="warning" className="mt-4">
          {m.failure_session_ended()}
        </Notice>
      ) : null}
      {/* The page is rendered without its query: what the query says comes once its script runs. */}
      {session.status !== 'unknown' && asked.has('error_code') ? (
        <Notice tone="warning" className="mt-4">
          <ProviderFailure search={asked} />
        </Notice>
      ) : null}
      {byCode ? (
        <CodeLogIn />
      ) : (
        <LoginForm ready={session.status !== 'unknown'} sendingOn={session.status === 'signed-in'} />
      )}
      <p className="mt-4 flex flex-wrap items-center justify-between gap-x-6">
        <button
          type="button"
          className={classes(linkLook, 'inline-flex touch items-center disabled:opacity-55')}
          disabled={session.status === 'unknown'}
          onClick={() => setByCode(!byCode)}
        >
          {byCode ? m.accounts_with_password() : m.accounts_with_code()}
        </button>
        <Link to="/forgot" className={classes(linkLook, 'inline-flex touch items-center')}>
          {m.accounts_forgot()}
        </Link>
      </p>
      {byCode ? null : <Providers next={asked.get('next')} />}
      <p className="mt-6 text-muted">
        {m.accounts_no_account()}{' '}
        <Link to={`/signup${search}`} className={linkLook}>
          {m.site_signup()}
        </Link>
      </p>
      {session.status === 'signed-in' ? <SentOn next={asked.get('next')} /> : null}
    </>
  )
}
