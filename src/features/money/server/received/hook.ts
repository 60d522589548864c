import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import type { Database } from '../../../../server/database/database.ts'
import { rateLimitKey } from '@kikoa/auth/client-address'
import { errorBody } from '../../../../server/http/error-body.ts'
import { type Server } from '../../../../server/http/server.ts'
import { momentOf } from '../../dates.ts'
import type { Sealing } from '../../../../server/seal.ts'
import { isSigned } from '../../../settings/server/message-secret.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { countryOf, type IncomingMessage } from './decide.ts'
import { matchReceived } from '../matching/match.ts'
import { storeMessage } from './store-message.ts'

const BODY_LIMIT = 64 * 1024
/** Deliveries per minute and address. A phone that was off sends many at once. */
const PER_MINUTE = 240

/** As it came: with a blank behind it, it is another sender. */
const sender = z.string().check(z.regex(/\S/), z.maxLength(100))
const text = z.string().check(z.minLength(1), z.maxLength(10_000))
const moment = z.optional(z.nullable(z.string().check(z.maxLength(60))))

/** The event of the app SMSGate. Newer versions name the sender `sender`. */
const gatewayEvent = z.object({
  event: z.string(),
  payload: z.optional(z.unknown()),
})
const gatewayMessage = z.object({
  message: text,
  sender: z.optional(z.nullable(sender)),
  phoneNumber: z.optional(z.nullable(sender)),
  receivedAt: moment,
})
const plainMessage = z.object({ sender, text, received_at: moment })

type Read = { sender: string; text: string; at: string | null | undefined } | 'other-event' | undefined

/** The message of a body. Undefined for what can't be read. */
function readBody(body: Buffer): Read {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
  const event = gatewayEvent.safeParse(json)
  if (!event.success) {
    const { data } = plainMessage.safeParse(json)
    return data && { sender: data.sender, text: data.text, at: data.received_at }
  }
  if (event.data.event !== 'sms:received') return 'other-event'
  const { data } = gatewayMessage.safeParse(event.data.payload)
  const from = data?.sender ?? data?.phoneNumber
  return data && from ? { sender: from, text: data.message, at: data.receivedAt } : undefined
}

/** The moment of a text in RFC 3339, or in the phone's own time. Undefined for what can't be read. */
function momentIn(at: string | null | undefined, now: Date, country: string): Date | undefined {
  if (at === null || at === undefined) return now
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(at)
  const read = hasZone ? new Date(at) : momentOf(at.replace(' ', 'T'), country)
  const isWithinReason = Math.abs(read.getTime() - now.getTime()) < 5 * 365 * 24 * 60 * 60_000
  return isWithinReason ? read : undefined
}

interface HookOptions {
  database: Database
  keys: Sealing
  now(): Date
  limitScale: number
}

/**
 * `POST /api/hooks/messages`: a message that the shop's phone has received, signed with the secret of the settings.
 * Answers 204 for one that is stored, repeated or of no interest. Refuses a wrong signature and an old timestamp with 401,
 * what can't be read with 400, a body of more than 64 KB with 413, and a flood with 429.
 */
export function registerMessageHook(app: Server, { database, keys, now, limitScale }: HookOptions) {
  const limit = new RateLimiterMemory({
    points: Math.max(1, Math.round(PER_MINUTE * limitScale)),
    duration: 60,
  })
  void app.register(async (scope) => {
    // The signature is of the bytes. The limit of the body holds for them too.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('onRequest', async (request, reply) => {
      const isWithinLimit = await limit.consume(rateLimitKey(request.ip)).catch(() => false)
      if (!isWithinLimit) await reply.header('retry-after', 60).code(429).send(errorBody(429))
    })
    scope.post('/api/hooks/messages', async ({ body, headers }, reply) => {
      const refuse = (status: number) => reply.code(status).send(errorBody(status))
      if (!Buffer.isBuffer(body)) return refuse(400)
      const { 'x-timestamp': timestamp, 'x-signature': signature } = headers
      if (!(await isSigned(database, keys, { body, timestamp, signature, now: now() }))) return refuse(401)
      const read = readBody(body)
      if (!read) return refuse(400)
      if (read === 'other-event') return reply.code(204).send()
      const settings = await readSettings(database)
      const receivedAt = momentIn(read.at, now(), countryOf(settings))
      if (!receivedAt) return refuse(400)
      const message: IncomingMessage = {
        channel: 'message',
        sender: read.sender,
        text: read.text,
        receivedAt,
      }
      const stored = await database.write('service', (tx) => storeMessage(tx, settings, message, now()))
      // After the commit, so that a claim of the same moment sees the message, or this sees the claim.
      if (stored) await matchReceived(database, stored.row.id, now())
      return reply.code(204).send()
    })
  })
}
