import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { chatUrl } from '../../../client/chat-link.ts'
import { profileLabels } from '../../../client/profile-labels.ts'
import { Notice } from '../../../kit/Notice.tsx'
import type { ProfileColumn } from '../../../shared/people/profile.ts'

interface HolderProblemProps {
  error: unknown
  /** The domain. */
  name: string
}

const link = 'inline-flex touch items-center font-semibold underline underline-offset-4'

/** Which part of the holder's data is missing, and where it is added: in the profile, or by the shop. */
export function HolderProblem({ error, name }: HolderProblemProps) {
  const failure = error ? classifyFailure(error) : undefined
  if (failure?.kind !== 'refused') return null
  if (failure.code === 'PROFILE_INCOMPLETE') {
    const { missing } = failure.data as { missing: ProfileColumn[] }
    return (
      <Notice tone="warning" className="mt-2">
        <p>
          {m.registry_holder_lacks({ what: missing.map((column) => profileLabels[column]()).join(', ') })}
        </p>
        <Link to="/dashboard/profile" className={link}>
          {m.requests_complete_profile()}
        </Link>
      </Notice>
    )
  }
  return failure.code === 'ADDRESS_MISSING' ? (
    <Notice tone="warning" className="mt-2">
      <p>{m.registry_address_missing()}</p>
      <Link to={chatUrl(name)} className={link}>
        {m.domains_ask_about()}
      </Link>
    </Notice>
  ) : null
}
