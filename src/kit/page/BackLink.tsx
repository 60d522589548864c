import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'

/** The link above a screen's header to the list that it belongs to. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="mb-1 inline-flex touch items-center gap-1.5 text-sm text-primary underline-offset-4 hover:underline"
  >
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </Link>
)
