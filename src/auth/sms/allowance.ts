import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Auth } from '../auth.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import '../tables.ts'

type Sending = Pick<Auth, 'application' | 'config' | 'database' | 'now'>

/** The kinds of numbers that take SMS at the price of one; premium and shared-cost numbers are not among them. */
const mobile = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Which day it is for the count, in UTC. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/**
 * Refuses a number that may not be sent an SMS: 400 `validation_failed` for one that is no mobile
 * phone's, 422 `sms_send_failed` for a country that the operator has not allowed, 429 `over_sms_send_rate_limit` when
 * the shop has sent all it may today.
 * @param phone E.164 without its plus.
 */
export async function demandAllowance(auth: Sending, phone: string): Promise<void> {
  const { SMS_COUNTRIES: allowed, SMS_PER_DAY: most } = auth.config
  const parsed = parsePhoneNumberFromString(`+${phone}`)
  const country = parsed?.country
  if (!parsed || !country || !mobile.has(parsed.getType() ?? ''))
    throw invalid('This phone number can not receive text messages')
  if (allowed !== 'all' && !allowed.includes(country)) {
    await noteCountry(auth, country)
    throw new AuthError('422 sms_send_failed', 'Text messages are not sent to this country')
  }
  const today = await auth.database.read('service', ({ db }) =>
    db.selectFrom('sms_days').select('sent').where('day', '=', dayOf(auth.now())).executeTakeFirst(),
  )
  if (today && today.sent >= most) throw await fullDay(auth)
}

/** Counts one SMS before it is sent. Refuses with 429 `over_sms_send_rate_limit` the one after the last of the day. */
export async function takeAllowance(auth: Sending): Promise<void> {
  const { SMS_PER_DAY: most } = auth.config
  const counted = await auth.database.write('service', ({ db }) =>
    db
      .insertInto('sms_days')
      .values({ day: dayOf(auth.now()), sent: 1 })
      .onConflict((conflict) =>
        conflict
          .column('day')
          .doUpdateSet({ sent: sql<number>`sms_days.sent + 1` })
          .where('sms_days.sent', '<', most),
      )
      .returning('sent')
      .executeTakeFirst(),
  )
  if (!counted) throw await fullDay(auth)
}

/** Writes down that the day is full, once. */
async function fullDay({ application, config, database, now }: Sending) {
  await database.write('service', async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('sms_days')
      .set({ full_at: now() })
      .where('day', '=', dayOf(now()))
      .where('full_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows)
      await application.audit(tx, {
        action: 'sms_refused',
        role: 'service',
        after: { reason: 'day', most: config.SMS_PER_DAY },
      })
  })
  return new AuthError('429 over_sms_send_rate_limit', 'No more text messages are sent today.')
}

/** Writes down that a country was refused, once a day. */
const noteCountry = ({ application, database, now }: Sending, country: string) =>
  database.write('service', async (tx) => {
    const first = await tx.db
      .insertInto('sms_days')
      .values({ day: dayOf(now()), refused_countries: [country] })
      .onConflict((conflict) =>
        conflict
          .column('day')
          .doUpdateSet({
            refused_countries: sql<string[]>`sms_days.refused_countries || excluded.refused_countries`,
          })
          .where(sql<boolean>`not sms_days.refused_countries @> excluded.refused_countries`),
      )
      .returning('day')
      .executeTakeFirst()
    if (first)
      await application.audit(tx, {
        action: 'sms_refused',
        role: 'service',
        after: { reason: 'country', country },
      })
  })
