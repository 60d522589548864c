import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { isEmail } from '../../../shared/people/email.ts'
import { permissionsOf, type StaffRole } from '../../../shared/people/permissions.ts'
import { areaOf, type InboxKind } from '../../inbox/kinds.data.ts'
import { type Hours, mailDueAt, nextWithin } from '../hours.ts'
import type { Channel, NotificationChoices, StaffNotifications } from './staff-notifications.tables.ts'
import './staff-notifications.tables.ts'

/** One of the staff, as far as calls need it. */
export type StaffMember = Selectable<NotificationChoices> & {
  email: string | null
  phone_number: string | null
  language: string | null
  staff_role: StaffRole
  /** The ids of the browsers that get Web Push. */
  browsers: string[]
}

/** The staff who have chosen how they are called and may log in. */
export async function calledStaff({ db }: Transaction, only?: string): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    select c.*, p.email, p.phone_number, p.language, p.staff_role,
           array(select s.id from push_subscriptions s where s.user_id = c.user_id order by s.id) as browsers
      from notification_choices c
      join profiles p on p.id = c.user_id and p.role = 'admin'
      join auth.users u on u.id = p.id and u.deleted_at is null
                       and (u.banned_until is null or u.banned_until <= clock_timestamp())
     where ${only ? sql`c.user_id = ${only}` : sql`true`}
     order by c.user_id`.execute(db)
  return rows
}

export const maySee = ({ staff_role }: Pick<StaffMember, 'staff_role'>, kind: InboxKind): boolean =>
  permissionsOf(staff_role).includes(`${areaOf[kind]}.read`)

export const hoursOf = ({ days, from_minute, to_minute }: NotificationChoices | StaffMember): Hours => ({
  days,
  from: from_minute,
  to: to_minute,
})

/** A call that nobody could act on any more is not made. */
const LIFE_MS = 24 * 3600_000

interface Calling {
  zone: string
  canText: boolean
  now: Date
  /** Because it is nearly late: at once, on every channel. */
  isLate?: boolean
}

/** The calls of a person about an arrival, one for each channel and browser. */
export function callsTo(
  person: StaffMember,
  arrival: string,
  { zone, canText, now, isLate = false }: Calling,
): (Pick<StaffNotifications, 'id' | 'arrival_id' | 'user_id' | 'channel' | 'subscription_id'> &
  Pick<StaffNotifications, 'due_at' | 'expires_at'> & { is_late: boolean })[] {
  const hours = hoursOf(person)
  const call = (channel: Channel, due_at: Date, subscription_id: string | null = null) => ({
    id: randomUUID(),
    arrival_id: arrival,
    user_id: person.user_id,
    channel,
    subscription_id,
    is_late: isLate,
    due_at,
    expires_at: new Date(due_at.getTime() + LIFE_MS),
  })
  const soon = isLate ? now : nextWithin(hours, zone, now)
  const { mail_minutes, text_by, email, phone_number, browsers } = person
  return [
    ...browsers.map((browser) => call('push', soon, browser)),
    ...(mail_minutes !== null && email && isEmail(email)
      ? [call('mail', isLate ? now : mailDueAt(mail_minutes, hours, zone, now))]
      : []),
    ...(text_by && phone_number && canText ? [call('text', soon)] : []),
  ]
}
