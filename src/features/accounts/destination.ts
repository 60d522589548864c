import { ownPath } from '../../shared/own-path.ts'

/**
 * Where somebody goes after a log-in: an admin to the admin area, everybody else to the `next` that brought them,
 * when it is a path of this site and not the admins', otherwise to the dashboard. An unknown role is a customer's.
 */
export function destinationOf(role: 'user' | 'admin' | undefined, next: string | null): string {
  if (role === 'admin') return '/admin'
  const wish = ownPath(next)
  return wish === '/' || /^\/(?:admin|login|signup|setup)(?:[/?#]|$)/.test(wish) ? '/dashboard' : wish
}
