import { sql } from 'kysely'
import { displayName } from '../../../shared/people/person.ts'
import { nameColumns } from '../../../shared/people/profile.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { type ProductName, products } from '../../products/products.ts'
import { renewalKey } from '../../requests/renewal.ts'
import { secretsOf } from '../../requests/server/access/secrets.ts'
import { orderThatRenews, renewedUntil } from '../../requests/server/own-services.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { presentService, serviceRows } from './services.queries.ts'
import './services.tables.ts'

/** How many acts the history shows. */
const ACTS = 50

/** One service with its notes and the newest acts. Refuses with `NOT_FOUND`. */
export async function showService(caller: CallerContext, id: string) {
  const settings = await readSettings(caller.database)
  return caller.read(async (tx) => {
    const row = await serviceRows(tx.db).where('services.id', '=', id).executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    const [secrets, notes, history, order, renewal] = await Promise.all([
      secretsOf(tx, id),
      notesOf(tx, id),
      historyOf(tx, id),
      orderThatRenews(tx, id),
      tx.db
        .selectFrom('requests')
        .select('id')
        .where('user_id', '=', row.user_id)
        .where('kind', '=', row.kind)
        .where('open_key', '=', renewalKey(id))
        .executeTakeFirst(),
    ])
    const until = row.released_at ? null : renewedUntil(products[row.kind as ProductName], row, caller.now)
    return {
      ...presentService(row, settings, caller.now),
      open_renewal: renewal?.id ?? null,
      open_order: order ?? null,
      renewed_until: until?.expires_at.toISOString() ?? null,
      facts: row.facts,
      secrets,
      notes,
      history,
    }
  })
}

async function notesOf({ db }: Transaction, id: string) {
  const rows = await db
    .selectFrom('service_notes')
    .leftJoin('profiles', 'profiles.id', 'service_notes.written_by')
    .select(['service_notes.id', 'service_notes.body', 'service_notes.created_at'])
    .select(nameColumns)
    .where('service_id', '=', id)
    .orderBy('service_notes.created_at', 'desc')
    .orderBy('service_notes.id', 'desc')
    .execute()
  return rows.map(({ created_at, body, id: note, ...author }) => ({
    id: note,
    body,
    author: displayName(author),
    created_at: created_at.toISOString(),
  }))
}

interface ActRow {
  id: string
  at: Date
  action: string
  actor: Parameters<typeof displayName>[0] | null
  expires_from: string | null
  expires_to: string | null
  reason: string | null
  customer_from: Parameters<typeof displayName>[0] | null
  customer_to: Parameters<typeof displayName>[0] | null
}

/**
 * What happened to a service since it was asked for: what the audit log has of it, of the requests and the order that led
 * to it, and of what was due for it, and its renewals by a request.
 */
async function historyOf({ db }: Transaction, id: string) {
  const { rows } = await sql<ActRow>`
    select acts.id, acts.at, acts.action, acts.reason, acts.expires_from, acts.expires_to,
           to_jsonb(actor) as actor, to_jsonb(former) as customer_from, to_jsonb(latter) as customer_to
      from (
        (select id, at, action, actor_id, before ->> 'expires_at' as expires_from, after ->> 'expires_at' as expires_to,
                after ->> 'reason' as reason, (before ->> 'user_id')::uuid as from_id, (after ->> 'user_id')::uuid as to_id, true as is_own
           from audit_log where entity = 'record' and entity_id = ${id} order by at desc limit ${ACTS})
        union all
        (select id, created_at, 'record.renewed', done_by,
                to_char(expired_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_char(expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                null, null, null, true
           from renewals where service_id = ${id} and num_nonnulls(request_id, order_line_id) = 1 order by created_at desc limit ${ACTS})
        union all
        (select l.id, l.at, l.action, l.actor_id, null, null, coalesce(l.after ->> 'reason', l.after ->> 'admin_feedback'), null, null, false
           from services r
           cross join lateral (
             select 'request' as entity, id::text as row_id from requests where id = r.request_id or renews = r.id
             union all
             select 'order', order_id::text from order_lines where id = r.order_line_id or renews = r.id
             union all
             select 'charge', c.id::text from charges c
              where c.request_id = r.request_id
                 or c.renewal_id in (select id from renewals where service_id = r.id)
                 or c.order_id in (select order_id from order_lines where id = r.order_line_id or renews = r.id)) of_it
           join audit_log l on l.entity = of_it.entity and l.entity_id = of_it.row_id
          where r.id = ${id}::uuid and not (l.action = 'request.activated' and l.entity_id <> coalesce(r.request_id::text, ''))
          order by l.at desc limit ${ACTS})
        union all
        (select id, started_at, 'record.started', null, null, to_char(expires_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), null, null, null, false
           from services where id = ${id}::uuid)
      ) acts
      left join lateral (select business_name, full_name, email from profiles where id = acts.actor_id) actor on true
      left join lateral (select business_name, full_name, email from profiles where id = acts.from_id) former on true
      left join lateral (select business_name, full_name, email from profiles where id = acts.to_id) latter on true
     order by acts.at desc, acts.is_own desc, acts.id desc limit ${ACTS}`.execute(db)
  const nameOf = (person: ActRow['actor']) => person && displayName(person)
  return rows.map(({ at, actor, customer_from, customer_to, ...act }) => ({
    ...act,
    at: at.toISOString(),
    actor: nameOf(actor),
    customer_from: nameOf(customer_from),
    customer_to: nameOf(customer_to),
  }))
}
