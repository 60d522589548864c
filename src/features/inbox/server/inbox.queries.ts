import { type Kysely, type RawBuilder, sql } from 'kysely'
import { displayName } from '../../../shared/people/person.ts'
import { ID, keyset, PAGE, TIME } from '../../../server/database/keyset.ts'
import { customerName, type SortKey, sortedIds, totalOf } from '../../../server/database/list.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { products } from '../../products/products.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { type InboxKind, inboxKinds, type InboxState } from '../kinds.data.ts'
import { factsOfItems } from './facts.ts'
import { presentHolder } from './inbox.commands.ts'
import { itemsOf } from './sources.ts'
import type { Input } from '../../../shared/contract.ts'
import type { inboxContract, InboxSort } from '../inbox.contract.ts'
import type { Sort } from '../../../shared/lists.ts'

type Sql = RawBuilder<unknown>

interface Row {
  kind: InboxKind
  id: string
  state: InboxState
  title: string
  user_id: string | null
  amount: string | null
  currency: string | null
  at: Date
  /** By what the list is sorted. */
  place: Date
  /** Tells it apart from an item of another kind with the same id. */
  key: string
  business_name: string | null
  full_name: string | null
  email: string | null
  text: string | null
  taken_by: string | null
  holder_name: string | null
  holder_email: string | null
}

const pages = keyset([TIME, '[a-z]{1,20}', ID], ({ place, kind, id }: Row) => [place.toISOString(), kind, id])

/**
 * What waits for an admin, of one kind or of all, or only what the caller has: what is paid first, then the longest
 * waiting, or by a sort. Refuses an invalid cursor with `NOT_FOUND`.
 */
export async function listInbox(
  caller: CallerContext,
  { kind, mine, cursor, limit = PAGE, sort, total }: Input<typeof inboxContract.list>,
) {
  const kinds = kind ? [kind] : inboxKinds
  const holder = mine && caller.person()
  const settings = await readSettings(caller.database)
  return caller.read(async (tx) => {
    const { db } = tx
    // Row security hides how few items there are, and compiling the query takes longer than running it.
    if (sort || total) await sql`select set_config('jit', 'off', true)`.execute(db)
    const all = itemsOf(kinds, { holder })
    const page = sort
      ? await sortedPage(db, kinds, all, sort, { cursor, limit })
      : await byWaiting(db, { cursor, limit }, kinds, holder)
    const facts = await factsOfItems(tx, page.rows)
    return {
      items: page.rows.map((row) => ({
        ...present(row, settings, caller.actor()),
        ...((row.kind !== 'refund' && facts.get(row.id)) || { check_first: false, months: null }),
      })),
      next_cursor: page.next_cursor,
      total: total
        ? await totalOf(
            db,
            sql`select case when kind = 'refund' then -amount else amount end as amount, currency from ${all} i`,
          )
        : null,
    }
  })
}

async function byWaiting(
  db: Kysely<Tables>,
  { cursor, limit }: { cursor: string | undefined; limit: number },
  kinds: readonly InboxKind[],
  holder: string | undefined,
) {
  const items = itemsOf(kinds, { after: pages.read(cursor), limit: limit + 1, holder })
  const { rows } = await detailed(
    sql`(select * from ${items} each_kind order by place, kind, id limit ${limit + 1})`,
  ).execute(db)
  return pages.take(rows, limit)
}

async function sortedPage(
  db: Kysely<Tables>,
  kinds: readonly InboxKind[],
  all: Sql,
  sort: Sort<InboxSort>,
  paging: { cursor: string | undefined; limit: number },
) {
  const { ids, next_cursor } = await sortedIds(
    db,
    (key: InboxSort) => ({
      from: sql`select i.key as id, ${sorts[key].by} as value from ${all} i`,
      type: sorts[key].type,
    }),
    sort,
    paging,
  )
  if (!ids.length) return { rows: [], next_cursor }
  const { rows } = await detailed(itemsOf(kinds, { keys: ids })).execute(db)
  return { rows: rows.toSorted((one, other) => ids.indexOf(one.key) - ids.indexOf(other.key)), next_cursor }
}

const sorts = {
  name: { by: sql`i.title`, type: 'text' },
  state: { by: sql`i.state`, type: 'text' },
  customer: customerName('i.user_id'),
  kind: { by: sql`i.kind`, type: 'text' },
  amount: { by: sql`i.amount`, type: 'numeric' },
  since: { by: sql`i.at`, type: 'timestamptz' },
} as const satisfies Record<InboxSort, SortKey>

/** Items with who they are about, what was written, and who has taken them. */
const detailed = (items: Sql) => sql<Row>`
  select i.*, p.business_name, coalesce(p.full_name, m.name) as full_name, coalesce(p.email, m.email) as email,
         coalesce(m.body, f.reason) as text, t.taken_by, h.full_name as holder_name, h.email as holder_email
    from ${items} i
    left join profiles p on p.id = i.user_id
    left join messages m on i.kind = 'message' and m.id = i.id
    left join mails f on i.kind = 'mail' and f.id = i.id
    left join inbox_takes t on t.kind = i.kind and t.id = i.id and t.since = i.at
    left join profiles h on h.id = t.taken_by
   order by i.place, i.kind, i.id`

const present = (row: Row, settings: Settings, reader: string | null) => ({
  kind: row.kind,
  id: row.id,
  state: row.state,
  title: row.title,
  customer: { id: row.user_id, name: displayName(row), email: row.email },
  text: row.text,
  amount: row.amount === null ? null : Number(row.amount),
  currency: row.amount === null ? null : row.currency,
  since: row.at.toISOString(),
  late_at: lateAt(row, settings),
  holder: presentHolder(row, reader),
})

/** When an item begins to wait longer than promised. */
function lateAt({ kind, at }: Row, settings: Settings): string | null {
  const minutes = promisedMinutes(kind, settings)
  return minutes === undefined ? null : new Date(at.getTime() + minutes * 60_000).toISOString()
}

/** How soon somebody answers an item, as promised. Nothing is promised for renewals, refunds and messages. */
export function promisedMinutes(kind: InboxKind, settings: Settings): number | undefined {
  if (kind === 'chat') return settings['chat.answerMinutes']
  return kind in products || kind === 'order' || kind === 'payment'
    ? settings['requests.promiseMinutes']
    : undefined
}
