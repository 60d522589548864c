import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { SentOn } from './SentOn.tsx'
import { useSession } from '../../../client/session.ts'

export const meta = pageTitle(() => ({ title: m.accounts_new_password_title() }))

/** Another password, for who has just come in by a mail. Every other session ends with the old one. */
export default function NewPassword() {
  const session = useSession()
  const [isDone, setDone] = useState(false)
  return (
    <>
      <h1 className="text-2xl font-black">{m.accounts_new_password_heading()}</h1>
      {session.status === 'signed-out' ? (
        <>
          <Notice tone="warning" className="mt-6">
            {m.accounts_new_password_out()}
          </Notice>
          <LinkButton to="/forgot" className="mt-6">
            {m.accounts_forgot_submit()}
          </LinkButton>
        </>
      ) : (
        <>
          {session.status === 'signed-in' ? (
            <p className="mt-2 text-muted wrap-anywhere">
              {m.accounts_new_password_text({ email: session.email })}
            </p>
          ) : null}
          <NewPasswordForm
            ready={session.status === 'signed-in'}
            sendingOn={isDone}
            onDone={() => setDone(true)}
          />
        </>
      )}
      {isDone && session.status === 'signed-in' ? <SentOn next={null} /> : null}
    </>
  )
}
