import { sql } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'

/** Which rows of the log are asked for, as the contract takes it. */
export interface AuditFilter {
  who?: string | undefined
  action?: string | undefined
  entity?: string | undefined
  entity_id?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

/** People of a name that are looked through: more of them are no name to look for. */
const MOST_PEOPLE = 200
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The accounts that somebody means by an address, an id or part of a name. */
async function peopleOf({ db }: Transaction, who: string): Promise<string[]> {
  if (uuidShape.test(who)) return [who]
  const people = db.selectFrom('profiles').select('id').limit(MOST_PEOPLE)
  const like = `%${who.replace(/[\\%_]/g, '\\$&')}%`
  const found = who.includes('@')
    ? people.where('email', '=', who.toLowerCase())
    : people.where((eb) => eb.or([eb('full_name', 'ilike', like), eb('business_name', 'ilike', like)]))
  return (await found.execute()).map(({ id }) => id)
}

/**
 * The rows that a filter asks for, with their actors, for a page of any length. A last day is in it to its end.
 * The time stands under the name that every list's cursor reads.
 */
export async function auditRows(tx: Transaction, filter: AuditFilter) {
  const { who, action, entity, entity_id, from, until } = filter
  let log = tx.db
    .selectFrom('audit_log')
    .select(['id', 'at as created_at', 'actor_id', 'actor_role', 'action', 'entity', 'entity_id'])
    .select(['before', 'after', 'seq', 'hash', 'erased_by'])
  if (who?.trim())
    log = log.where('actor_id', '=', sql<string>`any (${await peopleOf(tx, who.trim())}::uuid[])`)
  if (action) log = log.where('action', '=', action)
  if (entity) log = log.where('entity', '=', entity)
  if (entity_id) log = log.where('entity_id', '=', entity_id)
  if (from) log = log.where('at', '>=', sql<Date>`${from}::timestamptz`)
  if (until) log = log.where('at', '<', sql<Date>`${until}::timestamptz + interval '1 day'`)
  return tx.db
    .selectFrom(log.as('entry'))
    .leftJoin('profiles', 'profiles.id', 'entry.actor_id')
    .selectAll('entry')
    .select(['profiles.full_name', 'profiles.email'])
}

export type AuditRow = Awaited<ReturnType<Awaited<ReturnType<typeof auditRows>>['execute']>>[number]
