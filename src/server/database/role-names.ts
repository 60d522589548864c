import { createHash } from 'node:crypto'

/** The three roles that transactions take on, the log-in role that can become a customer's only, and their prefix. */
export interface Roles {
  prefix: string
  user: string
  admin: string
  service: string
  login: string
}

/** The roles of a prefix. */
export const rolesOf = (prefix: string): Roles => ({
  prefix,
  user: `${prefix}_user`,
  admin: `${prefix}_admin`,
  service: `${prefix}_service`,
  login: `${prefix}_login`,
})

// PostgreSQL cuts names at 63 bytes; `_service` and the hash have to fit.
const LONGEST = 63 - '_service'.length
const HASHED = /_[0-9a-f]{8}$/

/**
 * What the names of a database's roles begin with: roles belong to the whole server, where other databases have
 * theirs. A name that is too long, odd, or looks as if it had been shortened gets a hash, so that no two are alike.
 */
export function prefixFor(database: string): string {
  const plain = `k_${database.toLowerCase().replace(/[^a-z0-9_]/g, '_')}`
  if (plain === `k_${database}` && plain.length <= LONGEST && !HASHED.test(plain)) return plain
  const hash = createHash('sha256').update(database).digest('hex').slice(0, 8)
  return `${plain.slice(0, LONGEST - 9)}_${hash}`
}
