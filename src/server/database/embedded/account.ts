import { readFileSync } from 'node:fs'
import { StartError } from '../../start-error.ts'

/** The unprivileged user that PostgreSQL runs as when this program is root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root: the user it runs as instead, or undefined where this program is no root.
 * @param owner the uid that the database's files belong to already; it stays the same where this machine knows it.
 * @throws StartError where the machine has no user that would do.
 */
export function unprivileged(owner?: number): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const known = accounts()
  const found =
    known.find(({ uid }) => uid === owner && uid !== 0) ??
    ['postgres', '_postgres', 'nobody'].map((name) => known.find((one) => one.name === name)).find(Boolean)
  if (!found)
    throw new StartError(
      'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody": start as another user.',
    )
  return found
}

// initdb looks its own user up by number, so only users of this file will do.
function accounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .filter((line) => line.includes(':') && !line.startsWith('#'))
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}
