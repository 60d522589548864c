import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { displayName } from '../../../shared/people/person.ts'
import type { Entity } from '../actions.ts'

/** What is looked up of an entry. */
interface Entry {
  entity: string
  entity_id: string | null
  before: unknown
  after: unknown
}

/** What an entry is about, in names. */
export interface Subject {
  name: string
  /** The product of a request or record, or the kind of a mail. */
  kind: string | null
  customer: { id: string; name: string | null } | null
}

const idShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** How each entity is named: its name, its kind and its customer. Settings, endpoints and exports are named by their id. */
const sources = {
  request: sql`select id, subject as name, kind, user_id from requests`,
  record: sql`select id, name, kind, user_id from services`,
  order: sql`select id, number::text as name, null as kind, user_id from orders`,
  renewal: sql`select n.id, r.name, r.kind, n.user_id from renewals n join services r on r.id = n.service_id`,
  payment: sql`select p.id, coalesce(r.subject, o.number::text, p.receipt_number) as name,
                      coalesce(r.kind, case when o.id is not null then 'order' end) as kind, p.user_id
                 from claims p left join requests r on r.id = p.request_id left join orders o on o.id = p.order_id`,
  charge: sql`select id, subject as name, kind, user_id from charges`,
  paper: sql`select id, name, kind, user_id from invoices`,
  account: sql`select id, null as name, null as kind, id as user_id from profiles`,
  profile: sql`select id, null as name, null as kind, id as user_id from profiles`,
  chat: sql`select id, null as name, null as kind, id as user_id from profiles`,
  message: sql`select id, name, null as kind, null::uuid as user_id from messages where auth.may('messages.read')`,
  mail: sql`select id, recipient as name, kind, user_id from mails where auth.may('messages.read')`,
  received: sql`select id, coalesce(code, payer_name, '') as name, null as kind, null::uuid as user_id
                  from received_payments where auth.may('payments.read')`,
  answer: sql`select id, name, null as kind, null::uuid as user_id from unread_answers`,
  template: sql`select id, sender as name, null as kind, null::uuid as user_id from message_templates where auth.may('settings.read')`,
  // The rest of the URL may be a secret of the receiver.
  webhook: sql`select id, substring(url from '^https?://(?:[^/?#@]*@)?([^/?#]+)') as name, null as kind, null::uuid as user_id from webhook_endpoints where auth.may('settings.read')`,
  registrar: sql`select id, name, null as kind, null::uuid as user_id from registrar_accounts`,
  fulfilment: sql`select id, target as name, 'domain' as kind, user_id from fulfilments`,
  key: sql`select id, name, null as kind, null::uuid as user_id from api_keys where auth.may('staff.read')`,
} as const satisfies Partial<Record<Entity, unknown>>

const isNamed = (entity: string): entity is keyof typeof sources => Object.hasOwn(sources, entity)

/** The subjects of entries, by `entity` and `entity_id`. A row that is gone has none. */
export async function subjectsOf({ db }: Transaction, entries: readonly Entry[]) {
  const ids = Map.groupBy(
    entries.filter(({ entity, entity_id }) => isNamed(entity) && idShape.test(entity_id ?? '')),
    ({ entity }) => entity as keyof typeof sources,
  )
  const found = new Map<string, Subject>()
  if (ids.size === 0) return found
  const { rows } = await sql<SubjectRow>`
    select named.*, profiles.id as person, profiles.business_name, profiles.full_name, profiles.email
      from (${sql.join(
        [...ids].map(
          ([
            entity,
            some,
          ]) => sql`select ${sql.lit(entity)} as entity, id, name, kind, user_id from (${sources[entity]}) as source
             where id = any (${some.map(({ entity_id }) => entity_id)}::uuid[])`,
        ),
        sql` union all `,
      )}) as named left join profiles on profiles.id = named.user_id`.execute(db)
  for (const row of rows) {
    const customer = row.person === null ? null : { id: row.person, name: displayName(row) }
    const name = row.name ?? customer?.name ?? ''
    found.set(`${row.entity} ${row.id}`, { name, kind: row.kind, customer })
  }
  return found
}

interface SubjectRow {
  entity: string
  id: string
  name: string | null
  kind: string | null
  person: string | null
  business_name: string | null
  full_name: string | null
  email: string | null
}

/** The fields of `before` and `after` that hold the id of a person. */
const personFields = ['user_id', 'taken_by', 'on_behalf_of']

/** The names of the people in `before` and `after`, by id. */
export async function peopleIn({ db }: Transaction, entries: readonly Entry[]) {
  const ids = entries
    .flatMap(({ before, after }) => [before, after] as (Record<string, unknown> | null)[])
    .flatMap((contents) => personFields.map((field) => contents?.[field]))
    .filter((value): value is string => typeof value === 'string' && idShape.test(value))
  const names = new Map<string, string>()
  if (ids.length === 0) return names
  const people = await db
    .selectFrom('profiles')
    .select(['id', 'business_name', 'full_name', 'email'])
    .where('id', 'in', ids)
    .execute()
  for (const one of people) names.set(one.id, displayName(one) ?? '')
  return names
}
