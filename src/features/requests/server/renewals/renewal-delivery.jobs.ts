import { sql } from 'kysely'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import type { ScheduledJob } from '../../../../server/jobs.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { openFulfilment } from '../../../fulfilment/server/open-fulfilment.ts'
import '../../../money/server/charges/charges.ts'
import '../requests.tables.ts'

const AT_ONCE = 100

interface Due {
  id: string
  user_id: string
  name: string
  expired_at: Date | null
  years: number
  /** Of the charge. Null without one. */
  amount: string | null
  currency: string | null
}

/**
 * Sends the renewals that are paid to the registrars that serve their names, and those of endings whose renewals the owner
 * pays in advance. A renewal that an admin has carried out by hand is done, and one that was given up stays a task of the
 * staff.
 */
export const deliverRenewals = (database: Database): Promise<void> =>
  database.write('service', async (tx) => {
    const { rows } = await sql<Due>`
      select n.id, n.user_id, s.name, n.expired_at, c.amount, c.currency,
             greatest(1, round(extract(epoch from n.expires_at - coalesce(n.expired_at, n.created_at)) / 31557600))::int as years
        from renewals n join services s on s.id = n.service_id left join charges c on c.renewal_id = n.id
       where n.done_at is null and not n.in_delivery and s.kind = 'domain'
         and (c.state = 'paid'
              or c.state is distinct from 'void' and exists (
                select from registrar_accounts a, unnest(a.renew_unpaid) e where s.name like '%.' || e))
         and not exists (
           select from fulfilments f
            where f.source = n.id and f.source_kind = 'renewal'
               or f.target = s.name and f.decided_at is null and f.state <> 'done')
         and exists (select from registrar_accounts a, unnest(a.endings) e where s.name like '%.' || e)
       order by n.created_at limit ${AT_ONCE} for update of n skip locked`.execute(tx.db)
    for (const { id, user_id, name, expired_at, years, amount, currency } of rows) {
      const isOpen = await openFulfilment(tx, {
        sourceKind: 'renewal',
        source: id,
        kind: 'renew',
        user_id,
        target: name,
        input: {
          years,
          ...(expired_at && { renewed_from: expired_at.toISOString() }),
          ...(amount !== null && { most: { amount: Number(amount), currency: currency! } }),
        },
      })
      if (isOpen) await setDelivery(tx, id, { in_delivery: true })
    }
  })

/** The registrar has renewed it. */
export async function renewalDelivered(tx: Transaction, id: string, { now }: { now: Date }): Promise<void> {
  await setDelivery(tx, id, { in_delivery: false, done_at: now })
}

/** The registrar does not renew it: it is a task of the staff again. */
export const renewalUndelivered = (tx: Transaction, id: string) => setDelivery(tx, id, { in_delivery: false })

async function setDelivery(tx: Transaction, id: string, values: { in_delivery: boolean; done_at?: Date }) {
  await tx.db.updateTable('renewals').set(values).where('id', '=', id).where('done_at', 'is', null).execute()
  await publishEvents(tx, {
    user_id: null,
    type: 'renewal.carried-out',
    topics: ['renewals'],
    for_admins: true,
  })
}

export const renewalDelivery = (database: Database): ScheduledJob => ({
  name: 'renewals-at-registrars',
  everyMs: 15_000,
  run: () => deliverRenewals(database),
})
