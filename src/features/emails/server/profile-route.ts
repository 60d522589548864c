import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Database } from '../../../server/database/database.ts'
import { rateLimitKey } from '@kikoa/auth/client-address'
import { errorBody } from '../../../server/http/error-body.ts'
import { type Server } from '../../../server/http/server.ts'
import type { Sealing } from '../../../server/seal.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { appleProfile, PROFILE_TYPE } from './apple-profile.ts'
import { openSettingsLink } from './settings-link.ts'

/** Profiles of one household a minute. */
const PER_MINUTE = 30

interface ProfileServices {
  database: Database
  keys: Sealing
  now(): Date
  limitScale: number
}

/** The configuration profile of a mailbox, outside of the contract, whose answers are JSON. Whoever has the link gets it. */
export function registerMailProfile(app: Server, { database, keys, now, limitScale }: ProfileServices) {
  const limit = new RateLimiterMemory({
    points: Math.max(1, Math.round(PER_MINUTE * limitScale)),
    duration: 60,
  })
  app.get<{ Params: { token: string } }>('/api/mail-settings/:token/profile', async (request, reply) => {
    const isWithinLimit = await limit.consume(rateLimitKey(request.ip)).catch(() => false)
    if (!isWithinLimit) return reply.header('retry-after', 60).code(429).send(errorBody(429))
    const mailbox = await openSettingsLink(database, { keys, now: now(), token: request.params.token })
    const { 'business.name': business } = await readSettings(database)
    const name = mailbox.email_address.replaceAll(/[^\w.@-]/g, '')
    return reply
      .type(PROFILE_TYPE)
      .header('content-disposition', `attachment; filename="${name}.mobileconfig"`)
      .header('cache-control', 'no-store')
      .send(appleProfile(mailbox, business))
  })
}
