import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Client } from 'pg'
import type { Account } from './account.ts'
import type { Place } from './place.ts'
import { handOver } from './reach.ts'

/** The log-in role, and the database that it owns. */
export const OWNER = 'kikoa'

/**
 * Makes the log-in role and its database where they are missing. Called in turn, over the administrator's connection.
 * The role is no superuser; it may create roles, for the three that the policies name.
 * @returns the role's password; a lost one is replaced.
 */
export async function ensureOwner(administrator: Client, place: Place, account?: Account): Promise<string> {
  const kept = (await readFile(place.ownerPassword, 'utf8').catch(() => '')).trim()
  const password = kept || randomBytes(24).toString('base64url')
  if (!kept) {
    await writeFile(place.ownerPassword, password, { mode: 0o600, flush: true })
    await handOver(place.ownerPassword, account)
  }
  const { rows } = await administrator.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [OWNER],
  )
  const secret = administrator.escapeLiteral(password)
  if (!rows[0]?.role) await administrator.query(`create role ${OWNER} login createrole password ${secret}`)
  else if (!kept) await administrator.query(`alter role ${OWNER} password ${secret}`)
  if (!rows[0]?.database) await administrator.query(`create database ${OWNER} owner ${OWNER}`)
  return password
}
