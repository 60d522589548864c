import type { ScheduledJob } from '../../../server/jobs.ts'
import { daysFrom } from '../../../shared/calendar.ts'
import { waitOfLimits } from './accounts.ts'
import { type FulfilmentOptions, openFor, readRecord } from './fulfilment.jobs.ts'
import { complete } from './store-step.ts'

/** So long what was sent and is held is looked at: a registry may carry an order out days later. */
const HELD_DAYS = 45
const HELD_AT_ONCE = 50
const mayAppear = ['absent', 'unmoved', 'unclear', 'elsewhere'] as const

/** Looks at the records of what was sent and is held, and books what was done meanwhile. Sends nothing: a person decides. */
export async function lookAtHeld(options: FulfilmentOptions): Promise<void> {
  const { database } = options
  const now = options.now?.() ?? new Date()
  const held = await database.read('service', ({ db }) =>
    db
      .selectFrom('fulfilments')
      .selectAll()
      .where('state', '=', 'held')
      .where('reason', 'in', mayAppear)
      .where('sent_at', '>', daysFrom(now, -HELD_DAYS))
      .orderBy('sent_at', 'desc')
      .limit(HELD_AT_ONCE)
      .execute(),
  )
  for (const item of held) {
    const opened = await openFor(options, item)
    if (!opened || (await waitOfLimits(database, opened))) continue
    const [, verdict] = await readRecord(options, item, opened, now)
    await opened.storeCalls(item.id)
    if (verdict.to === 'done') await complete(options, item, verdict)
  }
}

export const heldDeliveries = (options: FulfilmentOptions): ScheduledJob => ({
  name: 'held-deliveries',
  everyMs: 3 * 3_600_000,
  run: () => lookAtHeld(options),
})
