import { CircleAlert } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import type { PageNotice } from '../../../shared/pages.ts'
import { classes } from '../../../kit/classes.ts'

/** Other sentences stand where they belong, in the pages themselves. */
const sentences: Partial<Record<PageNotice, () => string>> = {
  'admins-only': m.site_admins_only,
  'needs-script': m.site_needs_script,
}

/** A sentence that another page sent along. It looks like a toast and fades by CSS, unless somebody has to act on it. */
export function PublicNotice({ notice }: { notice: PageNotice | null }) {
  const words = notice && sentences[notice]
  if (!words) return null
  return (
    <p
      role="alert"
      className={classes(
        notice !== 'needs-script' && 'passing-notice',
        'fixed inset-x-4 bottom-4 z-60 flex items-center gap-3 rounded-control border border-line bg-card px-4 py-3 shadow-soft sm:left-auto sm:w-96',
      )}
    >
      <CircleAlert aria-hidden className="size-5 shrink-0 text-danger" />
      {words()}
    </p>
  )
}
