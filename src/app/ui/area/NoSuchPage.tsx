import { CircleHelp } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'

/** An address under /admin that does not exist. The search and the menu of the area are around it. */
export function NoSuchPage() {
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
