import { daysFrom } from '../../../../shared/calendar.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import type { ScheduledJob } from '../../../../server/jobs.ts'
import '../../../money/server/charges/charges.ts'
import { type ProductName, products } from '../../../products/products.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import type { Settings } from '../../../settings/settings.ts'
import { AUTO_RENEW_DAYS, RENEWAL_DAYS, renewalKey } from '../../renewal.ts'
import { payAutoRenewals } from './auto-renew.ts'
import { renewalPriceOf } from './renewal-price.ts'
import { orderThatRenews } from '../own-services.ts'
import { offerAtOnce } from '../review-request.ts'
import { placeRequest } from '../submit-request.ts'
import type { Records, Registry } from '../requests.tables.ts'

/** A term of a month is offered this many days before its end. */
const MONTHLY_DAYS = 7
const AT_ONCE = 200

type Ending = Pick<Records, 'id' | 'user_id' | 'kind' | 'name'> & {
  registry: Registry
  auto_renew: boolean
  details: Record<string, unknown>
  expires_at: Date
}

/**
 * Requests the renewal of each service that ends soon, as its holder would: in mode `paid` 30 days before the end, or 7
 * where the term is a month, and in both modes 14 days before it where it renews itself. With a renewal price it is offered at once and due at the end of the term. Without one an
 * admin sets the price. A unique key allows one for each service and period.
 */
export async function offerRenewals(database: Database, now: Date): Promise<void> {
  const settings = await readSettings(database)
  const isPaidFirst = settings.renewals === 'paid'
  let after: string | undefined
  do {
    const rows = await endingSoon(database, { now, after, isPaidFirst })
    for (const row of rows) {
      const months = products[row.kind as ProductName]?.service.months(row.details) ?? null
      if (months === null) continue
      const days = Math.max(isPaidFirst ? daysOf(months) : 0, row.auto_renew ? AUTO_RENEW_DAYS : 0)
      if (row.expires_at > daysFrom(now, days)) continue
      await offerOne(database, settings, row, now)
    }
    after = rows.length === AT_ONCE ? rows.at(-1)!.id : undefined
  } while (after)
}

const daysOf = (months: number) => (months > 1 ? RENEWAL_DAYS : MONTHLY_DAYS)

/** The services that end within 30 days and have no offer for this period, by id. */
const endingSoon = (
  database: Database,
  { now, after, isPaidFirst }: { now: Date; after: string | undefined; isPaidFirst: boolean },
) =>
  database.read('service', ({ db }) => {
    let rows = db
      .selectFrom('services')
      .select(['id', 'user_id', 'kind', 'name', 'details', 'registry', 'expires_at', 'auto_renew'])
      .where('released_at', 'is', null)
      .where('expires_at', '>', now)
      .where('expires_at', '<=', daysFrom(now, RENEWAL_DAYS))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('renewal_offers')
              .select('service_id')
              .whereRef('service_id', '=', 'services.id')
              .whereRef('renewal_offers.expires_at', '=', 'services.expires_at'),
          ),
        ),
      )
      .orderBy('id')
      .limit(AT_ONCE)
    if (!isPaidFirst) rows = rows.where('auto_renew', '=', true)
    return (after ? rows.where('id', '>', after) : rows).execute() as Promise<Ending[]>
  })

async function offerOne(database: Database, settings: Settings, row: Ending, now: Date): Promise<void> {
  try {
    await database.write('service', async (tx) => {
      const { numInsertedOrUpdatedRows } = await tx.db
        .insertInto('renewal_offers')
        .values({ service_id: row.id, expires_at: row.expires_at })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      // It waits for an order that is being placed.
      await tx.db.selectFrom('services').select('id').where('id', '=', row.id).forUpdate().execute()
      if (!numInsertedOrUpdatedRows || (await isRequested(tx, row))) return
      const product = products[row.kind as ProductName]
      const price = renewalPriceOf(row, settings, now)
      const draft = { subject: row.name, price, details: row.details }
      const request = await placeRequest(tx, product, row.user_id, draft, {
        currency: settings['shop.currency'],
        renews: row.id,
      })
      if (!price) return
      await offerAtOnce(tx, { now, settings }, product, request.id, price)
      await tx.db
        .updateTable('charges')
        .set({ due_on: row.expires_at.toISOString().slice(0, 10) })
        .where('request_id', '=', request.id)
        .execute()
    })
  } catch (error) {
    // The holder has asked for the renewal meanwhile.
    if (!(error instanceof Refused)) throw error
  }
}

/** Whether the holder has an open request or order to renew the service. */
const isRequested = async (tx: Transaction, { id, user_id, kind }: Ending) =>
  Boolean(
    (await orderThatRenews(tx, id)) ??
    (await tx.db
      .selectFrom('requests')
      .select('id')
      .where('user_id', '=', user_id)
      .where('kind', '=', kind)
      .where('open_key', '=', renewalKey(id))
      .executeTakeFirst()),
  )

/** The hourly job that opens the offers of renewals, and pays those of services that renew themselves from credit. */
export const renewalOffers = (database: Database): ScheduledJob => ({
  name: 'renewal-offers',
  everyMs: 3600_000,
  async run() {
    const now = new Date()
    await offerRenewals(database, now)
    await payAutoRenewals(database, now)
  },
})

export interface RenewalOffers {
  service_id: string
  expires_at: Date
}

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    renewal_offers: RenewalOffers
  }
}
