import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ConfirmLink } from './ConfirmLink.tsx'
import { mailedLink } from './mailed-link.ts'
import { useFragment } from './use-fragment.ts'

export const meta = pageTitle(() => ({ title: m.accounts_link_title() }))

/** Where every mailed link leads: nothing happens before the press, for programs that look through mail open links. */
export default function Confirm() {
  const fragment = useFragment()
  const link = fragment && mailedLink(fragment)
  if (!fragment || link) return <ConfirmLink link={link} />
  return (
    <>
      <h1 className="text-2xl font-black">{m.accounts_link_title()}</h1>
      <Notice tone="warning" className="mt-6">
        {m.accounts_link_incomplete()}
      </Notice>
      <LinkButton to="/login" variant="secondary" className="mt-6">
        {m.accounts_to_login()}
      </LinkButton>
    </>
  )
}
