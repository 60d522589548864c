import { Link } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { MiddleCut } from '../../kit/data-list/MiddleCut.tsx'
import { displayName } from '../../shared/people/person.ts'

interface CustomerLinkProps {
  customer: { id: string | null } & Parameters<typeof displayName>[0]
}

/** The customer of a row, as a link to their page. An address shows its domain. */
export function CustomerLink({ customer }: CustomerLinkProps) {
  const name = displayName(customer) ?? m.common_unnamed_customer()
  if (!customer.id) return <MiddleCut text={name} />
  return (
    <Link
      to={`/admin/profiles/${customer.id}`}
      aria-label={name}
      className="relative z-1 inline-flex min-h-6 max-w-full min-w-0 items-center hover:text-primary"
    >
      <MiddleCut text={name} className="underline decoration-line underline-offset-4" />
    </Link>
  )
}
