import * as z from 'zod/mini'
import { needs } from '../../shared/contract.ts'
import { inboxKinds } from '../inbox/kinds.data.ts'

/** A time of the day, such as 08:30. */
const time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))

export const textChannels = ['sms', 'whatsapp'] as const

/** How somebody is called to work in the inbox. */
const choices = z.strictObject({
  /** A tone in open pages. */
  sound: z.boolean(),
  /** Null for never, 0 for at once, otherwise the minutes in which the work of one mail is collected. */
  mail_minutes: z.nullable(z.int().check(z.gte(0), z.lte(1440))),
  text_by: z.nullable(z.enum(textChannels)),
  /** The kinds whose arrival calls. */
  kinds: z.array(z.enum(inboxKinds)).check(z.maxLength(inboxKinds.length)),
  /** Whether what is nearly late and taken by nobody calls, whatever its kind. */
  late: z.boolean(),
  /** 1 is Monday. */
  days: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
  /** In the shop's time zone. Null for whole days. */
  hours: z.nullable(z.strictObject({ from: time, to: time })),
})
export type Choices = z.output<typeof choices>

const subscription = {
  /** The push service's address of the browser. */
  endpoint: z.string().check(z.maxLength(1000), z.regex(/^https:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/i)),
  /** A point of the curve P-256 and the secret of RFC 8291, in base64url. */
  p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
  auth: z.string().check(z.regex(/^[\w-]{22}={0,2}$/)),
}

const state = z.object({
  choices,
  /** The kinds that the caller's role sees. */
  allowed_kinds: z.array(z.enum(inboxKinds)),
  time_zone: z.string(),
  /** Where mails and messages go. Null where the profile has none. */
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Whether the operator has a gateway for SMS and WhatsApp. */
  can_text: z.boolean(),
  push: z.object({
    /** The server's key for push services (RFC 8292). */
    public_key: z.string(),
    /** Whether this session's browser is subscribed. */
    is_on: z.boolean(),
    /** How many other browsers of the caller are. */
    others: z.number(),
  }),
})

const path = '/admin/notifications'

export const staffNotificationsContract = {
  read: needs('overview.read')
    .route({ method: 'GET', path, summary: 'How I am called to work in the inbox' })
    .output(state),

  save: needs('overview.read')
    .route({ method: 'PUT', path, summary: 'Choose how I am called' })
    .input(choices)
    .output(state),

  subscribe: needs('overview.read')
    .route({
      method: 'PUT',
      path: `${path}/browser`,
      summary: 'Send me Web Push in this browser, until I log out',
    })
    .errors({
      TARGET_REFUSED: { status: 400, message: 'Web Push goes to public addresses over HTTPS only.' },
    })
    .input(z.strictObject(subscription))
    .output(state),

  unsubscribe: needs('overview.read')
    .route({
      method: 'DELETE',
      path: `${path}/browser`,
      summary: 'Send no more Web Push to this browser',
    })
    .output(state),
}
