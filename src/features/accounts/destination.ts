import { ownPath } from '../../shared/own-path.ts'

/**
 * The page after a log-in: the admin area for an admin; otherwise `next` if it is a path of this site outside
 * the admin area, else the dashboard. An unknown role counts as a customer.
 */
export function destinationOf(role: 'user' | 'admin' | undefined, next: string | null): string {
  if (role === 'admin') return '/admin'
  const path = ownPath(next)
  return path === '/' || /^\/(?:admin|login|signup|setup)(?:[/?#]|$)/.test(path) ? '/dashboard' : path
}
