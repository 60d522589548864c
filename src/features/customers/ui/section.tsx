import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { ReadOnlySentence, useStaffMay } from '../../../client/session/staff.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'

export interface SectionProps {
  /** The id of the customer's profile. */
  profile: string
  /** The customer, as the screen calls them. */
  name: string
}

interface ActingBannerProps {
  name: string
  /** The customer's page. */
  leave: string
}

/** Says for whom the admin acts, above the customer's own screens, and leads back. */
export const ActingBanner = ({ name, leave }: ActingBannerProps) => (
  <div className="sticky top-16 z-10 -mt-2 mb-4 rounded-card bg-ground py-2">
    {useStaffMay('customers.write') ? (
      <Notice
        className="max-sm:text-sm"
        action={
          <LinkButton to={leave} variant="secondary" size="small">
            {m.customers_act_end()}
          </LinkButton>
        }
      >
        {m.customers_acting({ name })}
      </Notice>
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
