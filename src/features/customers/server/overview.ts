import { sql } from 'kysely'
import { decimalOf } from '../../../shared/money/money.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { moneyFromColumn } from '../../../server/database/tables.ts'
import { requireCustomer } from '../../accounts/server/accounts.ts'
import { type InboxKind, inboxKinds, type InboxState } from '../../inbox/kinds.data.ts'
import { itemsOf } from '../../inbox/server/sources.ts'
import type { Registry } from '../../requests/server/requests.tables.ts'
import { renewalPriceOf } from '../../requests/server/renewals/renewal-price.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { monthsOf, type ProductName } from '../../products/products.ts'

/** How many services and how much open work is shown. */
const SHOWN = 6

interface Held {
  id: string
  kind: ProductName
  name: string
  expires_at: Date | null
  details: Record<string, unknown>
  registry: Registry
  count: number
}

interface Work {
  kind: InboxKind
  id: string
  state: InboxState
  title: string
  at: Date
}

/**
 * A customer at a glance, as far as the caller may read it: what is held, by expiry, what waits for an admin, what is to be
 * paid, and the last contact. Refuses with `NOT_FOUND`.
 */
export async function customerOverview(caller: CallerContext, profile: string) {
  const settings = await readSettings(caller.database)
  return caller.read(async (tx) => {
    await requireCustomer(tx, profile)
    const { db } = tx
    const [held, work, due, paid, contact] = await Promise.all([
      sql<Held>`
        select id, kind, name, expires_at, details, registry, count(*) over ()::int as count from services
         where user_id = ${profile}::uuid and released_at is null and (select auth.may('services.read'))
         order by coalesce(expires_at, 'infinity'), id limit ${SHOWN}`.execute(db),
      sql<Work>`
        select kind, id, state, title, at from ${itemsOf(inboxKinds, { customer: profile, limit: SHOWN })} i
         order by place, kind, id limit ${SHOWN}`.execute(db),
      sql<{ currency: string; amount: string; count: number; overdue: number }>`
        select currency, sum(amount - settled) as amount, count(*)::int as count,
               (count(*) filter (where due_on < current_date))::int as overdue
          from charges where user_id = ${profile}::uuid and state = 'open' and (select auth.may('payments.read'))
         group by currency order by currency`.execute(db),
      sql<{ currency: string; amount: string }>`
        select currency, sum(least(settled, amount)) as amount from charges
         where user_id = ${profile}::uuid and settled > 0 and (select auth.may('payments.read'))
         group by currency order by currency`.execute(db),
      sql<{ way: 'chat' | 'mail'; by_shop: boolean; at: Date }>`
        select * from (
          select 'chat' as way, last_by_shop as by_shop, last_at as at from chat_conversations where user_id = ${profile}::uuid
          union all
          select 'mail', true, max(created_at) from mails where user_id = ${profile}::uuid having max(created_at) is not null) contact
         where (select auth.may('messages.read')) order by at desc limit 1`.execute(db),
    ])
    const [last] = contact.rows
    return {
      services: held.rows.map((row) => {
        const { id, kind, name, expires_at } = row
        const price = renewalPriceOf(row, settings, caller.now)
        return {
          id,
          kind,
          name,
          expires_at: expires_at?.toISOString() ?? null,
          renewal: price && {
            amount: decimalOf(price),
            currency: price.currency,
            months: monthsOf(kind, row.details),
          },
        }
      }),
      service_count: held.rows[0]?.count ?? 0,
      work: work.rows.map(({ at, ...item }) => ({ ...item, since: at.toISOString() })),
      due: due.rows.map(({ currency, amount, ...counts }) => ({
        ...counts,
        currency,
        amount: decimalOf(moneyFromColumn(amount, currency)),
      })),
      paid: paid.rows.map(({ currency, amount }) => ({
        currency,
        amount: decimalOf(moneyFromColumn(amount, currency)),
      })),
      last_contact: last ? { ...last, at: last.at.toISOString() } : null,
    }
  })
}
