import { appendFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Auth, SendSms, Sms } from '../auth.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import type { AuthConfig } from '../settings.ts'
import { sql } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A code for a phone that is not sent yet. */
export interface PhoneCode {
  /** E.164 without its plus. */
  to: string
  code: string
  channel?: 'sms' | 'whatsapp' | undefined
}

type Texting = Pick<Auth, 'application' | 'sms' | 'database' | 'log' | 'config' | 'now'>

/**
 * Sends a code to a phone after the commit that made it; does nothing without a code. Refuses as `requireSms`
 * does, and with 422 `sms_send_failed` if the gateway refuses it.
 */
export async function textCode(auth: Texting, phoneCode: PhoneCode | undefined): Promise<void> {
  if (!phoneCode) return
  const { to, code, channel } = phoneCode
  await requireSms(auth, to)
  await countSms(auth)
  const name = await auth.application.businessName(auth.database)
  // One message in both languages, because the reader's language is unknown.
  const text = `${name}: ${code}. Do not share this code. Usimpe mtu yeyote msimbo huu.`
  try {
    await auth.sms!({ to, text, channel })
  } catch (error) {
    auth.log.error({ err: error }, 'an SMS could not be sent')
    throw sendFailed()
  }
}

/** Sends without waiting for the gateway, for a call that must not show whether it sends a code. */
export function textCodeUnseen(auth: Texting, phoneCode: PhoneCode | undefined): void {
  // The error is logged already.
  textCode(auth, phoneCode).catch(() => {})
}

/** Refuses with 422 `sms_send_failed` if SMS can't be sent, and as `requireSmsAllowance` does. */
export async function requireSms(auth: Omit<Texting, 'log'>, phone: string): Promise<void> {
  if (!auth.sms) throw sendFailed()
  await requireSmsAllowance(auth, phone)
}

const sendFailed = () => new AuthError('422 sms_send_failed', 'The SMS could not be sent')

const DEADLINE_MS = 5_000

/**
 * The operator's gateway, if there is one. An HTTP gateway gets `{ to, text, channel }` as JSON, the number
 * with its plus, and SMS_TOKEN as bearer token. The id of a message that may be sent again is its `Idempotency-Key`. A
 * `file:` address gets one line per message instead.
 */
export function smsGateway({
  SMS_URL,
  SMS_TOKEN,
}: Pick<AuthConfig, 'SMS_URL' | 'SMS_TOKEN'>): SendSms | undefined {
  if (!SMS_URL) return undefined
  const lineOf = ({ to, text, channel = 'sms' }: Sms) => JSON.stringify({ to: `+${to}`, text, channel })
  if (SMS_URL.startsWith('file:')) {
    const file = fileURLToPath(SMS_URL)
    return (message) => appendFile(file, `${lineOf(message)}\n`, { mode: 0o600 })
  }
  return async (message) => {
    const answer = await fetch(SMS_URL, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(SMS_TOKEN && { authorization: `Bearer ${SMS_TOKEN}` }),
        ...(message.id && { 'idempotency-key': message.id }),
      },
      body: lineOf(message),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
  }
}

type Sending = Pick<Auth, 'application' | 'config' | 'database' | 'now'>

/** Number types that take SMS at the normal price. Premium and shared-cost numbers are excluded. */
const mobile = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** The day of the count, in UTC. */
const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/**
 * Refuses a number that must not get an SMS: 400 `validation_failed` if it is not a mobile number, 422
 * `sms_send_failed` if its country is not allowed, 429 `over_sms_send_rate_limit` if the daily limit is
 * reached.
 * @param phone E.164 without its plus.
 */
export async function requireSmsAllowance(auth: Sending, phone: string): Promise<void> {
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

/** Counts one SMS before it is sent. Refuses with 429 `over_sms_send_rate_limit` after the daily limit. */
export async function countSms(auth: Sending): Promise<void> {
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

/** Logs once that the daily limit is reached. */
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

/** Logs a refused country, once a day. */
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
