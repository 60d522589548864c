import type { Client } from 'pg'
import type { Account } from './account.ts'
import { password as readPassword, renewPassword } from './cluster.ts'
import type { Place } from './place.ts'

/** The log-in role, and the database that it owns. */
export const OWNER = 'kikoa'

/**
 * Makes the log-in role and its database where they are missing. Called in turn, over the administrator's connection.
 * The role is no superuser; it may create roles, for the three that the policies name.
 * @returns the role's password: what the file holds, or a new one where it is lost.
 */
export async function ensureOwner(administrator: Client, place: Place, account?: Account): Promise<string> {
  const password =
    (await readPassword(place.ownerPassword)) ?? (await renewPassword(place.ownerPassword, account))
  const { rows } = await administrator.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [OWNER],
  )
  const secret = administrator.escapeLiteral(password)
  if (!rows[0]?.role) await administrator.query(`create role ${OWNER} login createrole password ${secret}`)
  // The file may be another than the role's, as one from a backup is.
  else await administrator.query(`alter role ${OWNER} password ${secret}`)
  if (!rows[0]?.database) await administrator.query(`create database ${OWNER} owner ${OWNER}`)
  return password
}
