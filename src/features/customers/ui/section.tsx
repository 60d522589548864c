import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { ReadOnlySentence, useStaffMay } from '../../../client/session/staff.tsx'
import { Notice } from '../../../kit/Notice.tsx'

export interface SectionProps {
  /** The id of the customer's profile. */
  profile: string
  /** The customer, as the screen calls them. */
  name: string
}

/** Says for whom the admin acts, above what they can do. */
export const ActingNotice = ({ name }: { name: string }) => (
  <div className="mb-6">
    {useStaffMay('customers.write') ? (
      <Notice className="max-sm:text-sm">{m.customers_acting({ name })}</Notice>
    ) : (
      <ReadOnlySentence />
    )}
  </div>
)

/** The link to the full list, filtered by the customer. */
export const AllLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className="mt-4 inline-flex touch items-center gap-1.5 font-semibold text-primary underline-offset-4 hover:underline"
  >
    {children}
    <ArrowRight aria-hidden className="size-4" />
  </Link>
)
