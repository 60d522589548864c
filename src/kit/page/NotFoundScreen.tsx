import { data } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { pageTitle } from './page-title.ts'
import { NotFoundPage } from './MessagePage.tsx'

export const handle = { plain: true }

/** Answers every address that does not exist with status 404. */
export const loader = () => data(null, { status: 404 })

/** In the running application the page needs no data from the server. */
export const clientLoader = () => null

export const meta = pageTitle(() => ({ title: m.site_not_found_title() }))

export default NotFoundPage
