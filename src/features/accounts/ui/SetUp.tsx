import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { SetUpForm } from './SetUpForm.tsx'
import { useFragment } from './use-fragment.ts'

export const meta = pageTitle(() => ({ title: m.accounts_setup_title() }))

/** The first admin, made with the link that the first start printed. */
export default function SetUp() {
  const fragment = useFragment()
  const token = fragment && (fragment.get('token') ?? '')
  return (
    <>
      <h1 className="text-2xl font-black">{m.accounts_setup_heading()}</h1>
      <p className="mt-2 text-muted">{m.accounts_setup_text()}</p>
      {token === '' ? (
        <>
          <Notice tone="warning" className="mt-6">
            {m.accounts_setup_no_token()}
          </Notice>
          <LinkButton to="/login" variant="secondary" className="mt-6 self-start">
            {m.accounts_to_login()}
          </LinkButton>
        </>
      ) : (
        <SetUpForm token={token} />
      )}
    </>
  )
}
