import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Notice } from '../../../kit/Notice.tsx'
import { refusalCode } from '../../../client/error-messages.ts'

/** Stands where a request was refused for an incomplete profile, and leads there. */
export function ProfileNotice({ error, failed }: { error: unknown; failed: () => string }) {
  if (!error || refusalCode(error) !== 'PROFILE_INCOMPLETE') return null
  return (
    <Notice tone="warning">
      <p>
        <b>{failed()}</b> {m.requests_profile_incomplete()}
      </p>
      <Link
        to="/dashboard/profile"
        className="inline-flex touch items-center font-semibold underline underline-offset-4"
      >
        {m.requests_complete_profile()}
      </Link>
    </Notice>
  )
}
