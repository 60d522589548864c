import { sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { Refused } from '../../../shared/refusal.ts'
import { mailCustomer } from '../../mails/server/customer-mail.ts'
import { type ProductName, productNames } from '../../products/products.ts'
import { expiryData, registryTermOf } from '../../requests/server/renewals/registry-term.ts'
import { SUSPENDED } from '../../requests/renewal.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { daysFrom } from '../../../shared/calendar.ts'
import { ENDED } from '../service-states.ts'
import { type LockedService, lockService, type ServiceRow, setStatus, takeBack } from './change-service.ts'
import type { ServiceMail } from './service-mails.ts'
import type { ExpirySteps } from './services.tables.ts'
import '../../money/server/charges/charges.ts'

type Step = ExpirySteps['step']
type Rule = Settings['services.afterExpiry'][ProductName]

const AT_ONCE = 200

/**
 * Does what the owner has set for the time after an expiry: writes to the customer at the start of the grace, suspends,
 * and ends. Each step is done once for each service and expiry, whatever runs twice. Without a setting nothing is done.
 * A service for whose renewal something was paid or claimed waits for a person.
 */
export async function followExpiry(database: Database, now: Date): Promise<void> {
  const settings = await readSettings(database)
  for (const kind of productNames) {
    const rule = settings['services.afterExpiry'][kind]
    // After a downtime no mail is sent about a grace that is over.
    if (rule.grace > 0)
      await each(database, { kind, step: 'grace', from: daysFrom(now, -rule.grace), until: now }, (tx, id) =>
        startGrace(tx, id, { rule, settings, now }),
      )
    if (rule.suspend !== null)
      await each(database, { kind, step: 'suspended', until: daysFrom(now, -rule.suspend) }, (tx, id) =>
        suspend(tx, id, { rule, settings, now }),
      )
    if (rule.end !== null)
      await each(database, { kind, step: 'ended', until: daysFrom(now, -rule.end) }, (tx, id) =>
        end(tx, id, { rule, settings, now }),
      )
  }
}

interface Candidates {
  kind: ProductName
  step: Step
  /** The expiry is after `from` and not after `until`. */
  from?: Date
  until: Date
}

/** Runs one transaction for each service that has expired in that time and has not had that step, by id. */
async function each(
  database: Database,
  { kind, step, from, until }: Candidates,
  work: (tx: Transaction, id: string) => Promise<void>,
) {
  let after: string | undefined
  do {
    const rows = await database.read('service', ({ db }) => {
      let query = db
        .selectFrom('services')
        .select('id')
        .where('kind', '=', kind)
        .where('released_at', 'is', null)
        .where('expires_at', '<=', until)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('expiry_steps')
                .select('service_id')
                .whereRef('service_id', '=', 'services.id')
                .whereRef('expiry_steps.expires_at', '=', 'services.expires_at')
                .where('step', '=', step),
            ),
          ),
        )
        .orderBy('id')
        .limit(AT_ONCE)
      if (from) query = query.where('expires_at', '>', from)
      return (after ? query.where('id', '>', after) : query).execute()
    })
    for (const { id } of rows)
      try {
        await database.write('service', (tx) => work(tx, id))
      } catch (error) {
        // Somebody has ended it meanwhile.
        if (!(error instanceof Refused)) throw error
      }
    after = rows.length === AT_ONCE ? rows.at(-1)!.id : undefined
  } while (after)
}

interface Doing {
  rule: Rule
  settings: Settings
  now: Date
}

/** Whether the service has still expired before that time, and whether this call is the first to do the step. */
async function begin(
  tx: Transaction,
  { row }: Pick<LockedService, 'row'>,
  step: Step,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> {
  if (!row.expires_at || row.expires_at > until) return false
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('expiry_steps')
    .values({ service_id: row.id, expires_at: row.expires_at, step, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Boolean(numInsertedOrUpdatedRows)
}

async function mailOf(
  tx: Transaction,
  row: ServiceRow,
  kind: 'record-in-grace' | 'record-expired-suspended',
): Promise<ServiceMail> {
  const days = expiryData(row.expires_at!, await registryTermOf(tx, row))
  return { kind, data: { product: row.kind, subject: row.name, ...days } }
}

async function startGrace(tx: Transaction, id: string, { settings, now }: Doing) {
  const { row } = await lockService(tx, id)
  if (row.status === SUSPENDED || !(await begin(tx, { row }, 'grace', { until: now, now }))) return
  await mailCustomer(tx, settings, row.user_id, await mailOf(tx, row, 'record-in-grace'))
  // The lists show the grace from now on.
  await publishEvents(tx, {
    user_id: null,
    type: 'record.in-grace',
    topics: ['services'],
    entity_id: id,
    for_admins: true,
  })
}

async function suspend(tx: Transaction, id: string, { rule, settings, now }: Doing) {
  const locked = await lockService(tx, id)
  const { row } = locked
  if (await isPaidFor(tx, locked)) return
  if (!(await begin(tx, locked, 'suspended', { until: daysFrom(now, -rule.suspend!), now }))) return
  // A person was faster.
  if (row.status === SUSPENDED) return
  await setStatus(tx, row, { status: SUSPENDED, by: 'service', facts: { expires_at: row.expires_at } })
  await mailCustomer(tx, settings, row.user_id, await mailOf(tx, row, 'record-expired-suspended'))
}

/**
 * Ends a service. Where the product is suspended first, only what is suspended is ended, and not sooner after it than the
 * settings leave between both: a late run never does both at once, and what a person has resumed is a person's to end.
 */
async function end(tx: Transaction, id: string, { rule, settings, now }: Doing) {
  const locked = await lockService(tx, id)
  const { row } = locked
  if (await isPaidFor(tx, locked)) return
  if (rule.suspend !== null) {
    const isSuspendedLong = await tx.db
      .selectFrom('expiry_steps')
      .select('at')
      .where('service_id', '=', id)
      .where('expires_at', '=', row.expires_at)
      .where('step', '=', 'suspended')
      .where('at', '<=', daysFrom(now, rule.suspend - rule.end!))
      .executeTakeFirst()
    if (row.status !== SUSPENDED || !isSuspendedLong) return
  }
  if (!(await begin(tx, locked, 'ended', { until: daysFrom(now, -rule.end!), now }))) return
  await takeBack(tx, locked, { status: ENDED, by: 'service', now })
  await mailCustomer(tx, settings, row.user_id, {
    kind: 'record-ended',
    data: { product: row.kind, subject: row.name, feedback: null },
  })
}

/** Whether something was paid or claimed for the open request or order to renew it. */
async function isPaidFor({ db }: Transaction, { renewal, order }: LockedService): Promise<boolean> {
  if (!renewal && !order) return false
  if (renewal?.payment_confirmed) return true
  if (order) {
    const claimed = await db
      .selectFrom('orders')
      .select('id')
      .where('id', '=', order)
      .where('payment_confirmed', '=', true)
      .executeTakeFirst()
    if (claimed) return true
  }
  const paid = await db
    .selectFrom('charges')
    .select('id')
    .where((eb) => eb.or([eb('request_id', '=', renewal?.id ?? null), eb('order_id', '=', order ?? null)]))
    .where(sql<boolean>`(state = 'paid' or (state = 'open' and settled > 0))`)
    .executeTakeFirst()
  return Boolean(paid)
}

/** The hourly job that does what follows an expiry. */
export const expirySteps = (database: Database): ScheduledJob => ({
  name: 'expiry-steps',
  everyMs: 3600_000,
  run: () => followExpiry(database, new Date()),
})
