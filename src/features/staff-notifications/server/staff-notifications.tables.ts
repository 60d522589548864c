import type { Generated } from 'kysely'
import type { Now } from '../../../server/database/tables.ts'

export interface NotificationChoices {
  user_id: string
  sound: boolean
  mail_minutes: number | null
  text_by: 'sms' | 'whatsapp' | null
  kinds: string[]
  late: boolean
  days: number[]
  from_minute: number | null
  to_minute: number | null
  since: Now
}

export interface PushSubscriptions {
  id: string
  session_id: string
  user_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: Now
}

export interface VapidKeys {
  is_only: Generated<boolean>
  public_key: string
  sealed: Buffer
  created_at: Now
}

export interface InboxArrivals {
  id: string
  kind: string
  item_id: string
  since: Date
  late_call_at: Date | null
  seen_at: Now
}

export type Channel = 'push' | 'mail' | 'text'

export interface StaffNotifications {
  id: string
  arrival_id: string
  user_id: string
  channel: Channel
  subscription_id: string | null
  is_late: Generated<boolean>
  state: Generated<'waiting' | 'sent' | 'failed' | 'gone'>
  attempts: Generated<number>
  due_at: Date
  expires_at: Date
  reason: string | null
  created_at: Now
  sent_at: Date | null
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    notification_choices: NotificationChoices
    push_subscriptions: PushSubscriptions
    vapid_keys: VapidKeys
    inbox_arrivals: InboxArrivals
    staff_notifications: StaffNotifications
  }
}
