import { data } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { pageTitle } from './page-title.ts'
import { MessagePage } from './PlainMessage.tsx'

export const handle = { plain: true }

/** The page of every address that leads nowhere, with the status that says so. */
export const loader = () => data(null, { status: 404 })

/** Inside the running application nobody has to ask the server for it. */
export const clientLoader = () => null

export const meta = pageTitle(() => ({ title: m.site_not_found_title() }))

export function NotFoundPage() {
  return <MessagePage title={m.site_not_found_title()} text={m.site_not_found_text()} />
}

export default NotFoundPage
