import { CircleHelp } from 'lucide-react'
import { data } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { LinkButton } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/list/list-states.tsx'
import { PageHeader } from '../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../kit/page/page-title.ts'

/** Status 404 for every address under /admin that does not exist. */
export const loader = () => data(null, { status: 404 })

/** In the running application the page needs no data from the server. */
export const clientLoader = () => null

export const meta = pageTitle(() => ({ title: m.site_not_found_title() }))

/** An address under /admin that does not exist. The search and the menu of the area are around it. */
export default function AdminNotFound() {
  return (
    <>
      <PageHeader title={m.site_not_found_title()} />
      <EmptyState
        icon={CircleHelp}
        title={m.area_no_such_page()}
        action={<LinkButton to="/admin">{m.area_to_dashboard()}</LinkButton>}
      >
        {m.area_no_such_page_about()}
      </EmptyState>
    </>
  )
}
