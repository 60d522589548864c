import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Targets, refuseInner } from '../../../server/http/guarded-post.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { audit } from '../../audit/server/audit.ts'
import { inboxKinds } from '../../inbox/kinds.data.ts'
import type { Sealing } from '../../../server/seal.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Choices, staffNotificationsContract } from '../staff-notifications.contract.ts'
import { maySee } from './people.ts'
import { vapidKeys } from './push.ts'
import type { NotificationChoices } from './staff-notifications.tables.ts'
import type { Input } from '../../../shared/contract.ts'

export interface CallServices {
  keys: Sealing
  targets: Targets
  canText: boolean
}

/** What holds for somebody who has not chosen. */
const standard = {
  sound: false,
  mail_minutes: null,
  text_by: null,
  kinds: inboxKinds as readonly string[],
  late: true,
  days: [1, 2, 3, 4, 5, 6, 7],
  from_minute: null,
  to_minute: null,
}

/** The caller's choices, and what they depend on. */
export async function readChoices(caller: CallerContext, { keys, canText }: CallServices) {
  const person = caller.person()
  const { profile, row, browsers } = await caller.read(async ({ db }) => ({
    profile: await db
      .selectFrom('profiles')
      .select(['email', 'phone_number', 'staff_role'])
      .where('id', '=', person)
      .executeTakeFirstOrThrow(),
    row: await choicesOf(db, person),
    browsers: await sql<{ is_mine: boolean }>`
      select session_id::text = current_setting('app.session') as is_mine from push_subscriptions
       where user_id = ${person}`.execute(db),
  }))
  const settings = await readSettings(caller.database)
  const allowed_kinds = inboxKinds.filter((kind) => maySee(profile, kind))
  return {
    choices: present(row ?? standard, allowed_kinds),
    allowed_kinds,
    time_zone: settings['shop.timeZone'],
    email: profile.email,
    phone: profile.phone_number,
    can_text: canText,
    push: {
      public_key: (await vapidKeys(caller.database, keys)).publicKey,
      is_on: browsers.rows.some(({ is_mine }) => is_mine),
      others: browsers.rows.filter(({ is_mine }) => !is_mine).length,
    },
  }
}

const choicesOf = (db: Transaction['db'], person: string) =>
  db.selectFrom('notification_choices').selectAll().where('user_id', '=', person).executeTakeFirst()

const clockTime = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

type Stored = Omit<Selectable<NotificationChoices>, 'user_id' | 'since' | 'kinds'> & {
  kinds: readonly string[]
}

const present = (
  { sound, mail_minutes, text_by, kinds, late, days, from_minute, to_minute }: Stored,
  allowed: readonly Choices['kinds'][number][],
): Choices => ({
  sound,
  mail_minutes,
  text_by,
  late,
  days,
  kinds: allowed.filter((kind) => kinds.includes(kind)),
  hours:
    from_minute === null || to_minute === null
      ? null
      : { from: clockTime(from_minute), to: clockTime(to_minute) },
})

/** Saves the caller's choices. */
export async function saveChoices(
  caller: CallerContext,
  services: CallServices,
  { hours, days, ...choices }: Choices,
) {
  const user_id = caller.person()
  const values = {
    ...choices,
    days: [...new Set(days)].toSorted(),
    from_minute: hours && minuteOf(hours.from),
    to_minute: hours && minuteOf(hours.to),
  }
  await caller.write(async (tx) => {
    const before = await choicesOf(tx.db, user_id)
    await tx.db
      .insertInto('notification_choices')
      .values({ user_id, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute()
    const { user_id: _, since: __, ...auditable } = before ?? { ...standard, user_id, since: null }
    await audit(tx, 'admin', {
      action: 'notifications.changed',
      entity: 'profile',
      entity_id: user_id,
      before: auditable,
      after: values,
    })
  })
  return readChoices(caller, services)
}

/**
 * Sends Web Push to the browser of the caller's session, and to nobody else in it. Refuses with `TARGET_REFUSED` an
 * endpoint that leads inside.
 */
export async function subscribe(
  caller: CallerContext,
  services: CallServices,
  values: Input<typeof staffNotificationsContract.subscribe>,
) {
  await refuseInner(services.targets, values.endpoint)
  const user_id = caller.person()
  const { session_id } = await caller.write(async (tx) => {
    await tx.db
      .insertInto('notification_choices')
      .values({ user_id, ...standard, kinds: [...standard.kinds] })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await audit(tx, 'admin', { action: 'notifications.subscribed', entity: 'profile', entity_id: user_id })
    return currentSession(tx)
  })
  await caller.database.write('service', async ({ db }) => {
    await db
      .deleteFrom('push_subscriptions')
      .where((eb) => eb.or([eb('endpoint', '=', values.endpoint), eb('session_id', '=', session_id)]))
      .execute()
    await db
      .insertInto('push_subscriptions')
      .values({ id: randomUUID(), session_id, user_id, ...values })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return readChoices(caller, services)
}

async function currentSession({ db }: Transaction) {
  const { rows } = await sql<{ session_id: string }>`
    select current_setting('app.session') as session_id`.execute(db)
  return rows[0]!
}

/** Sends no more Web Push to the browser of the caller's session. */
export async function unsubscribe(caller: CallerContext, services: CallServices) {
  const user_id = caller.person()
  const { session_id } = await caller.write(async (tx) => {
    await audit(tx, 'admin', { action: 'notifications.unsubscribed', entity: 'profile', entity_id: user_id })
    return currentSession(tx)
  })
  await caller.database.write('service', ({ db }) =>
    db.deleteFrom('push_subscriptions').where('session_id', '=', session_id).execute(),
  )
  return readChoices(caller, services)
}

/** Mails the first admin of a shop when there is work, so that the first order reaches somebody. */
export async function callFirstAdmin({ db }: Transaction, user_id: string): Promise<void> {
  await db
    .insertInto('notification_choices')
    .values({ user_id, ...standard, kinds: [...standard.kinds], mail_minutes: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes the choices of a person, whose account is deleted, and all calls to them. */
export async function eraseCalls({ db }: Transaction, person: string): Promise<void> {
  await db.deleteFrom('staff_notifications').where('user_id', '=', person).execute()
  await db.deleteFrom('push_subscriptions').where('user_id', '=', person).execute()
  await db.deleteFrom('notification_choices').where('user_id', '=', person).execute()
}
