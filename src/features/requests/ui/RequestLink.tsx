import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { keepWish, wishPath } from '../../../client/wish.ts'

interface RequestLinkProps {
  /** In ASCII. */
  name: string
  label: string
  className: string
  children: ReactNode
}

/** Requests a domain: its request is sent on the customer's screen that opens, or after the log-in that comes before. */
export const RequestLink = ({ name, label, className, children }: RequestLinkProps) => (
  <Link to={wishPath(name)} aria-label={label} className={className} onClick={() => keepWish(name)}>
    {children}
  </Link>
)
