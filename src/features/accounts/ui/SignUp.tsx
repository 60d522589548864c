import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ConfirmFirst } from './ConfirmFirst.tsx'
import { linkLook } from './link-look.ts'
import { Providers } from './Providers.tsx'
import { SignUpForm } from './SignUpForm.tsx'

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
