import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import { Refused } from '../../../shared/refusal.ts'
import { type Database, Unavailable } from '../../../server/database/database.ts'
import type { Identity } from '../../../server/http/context.ts'
import { bearerOf, errorBody, type Server } from '../../../server/http/server.ts'
import { auditFilter } from '../contract.ts'
import { exportAudit } from './export.ts'

interface Exporting {
  database: Database
  identify(token: string): Promise<Identity | undefined>
  /** Multiplies the limit. */
  limitScale: number
}

/** The whole log is a lot of work to send: so many a minute for one person. */
const A_MINUTE = 6
const filter = z.strictObject(auditFilter)

/**
 * `GET /api/admin/audit/export`: the log as a file, streamed. Beside the contract, whose answers are whole.
 * Refuses like the contract's admin calls: 401, 403, 400 for a filter that is none, 429, 503.
 */
export function registerAuditExport(app: Server, { database, identify, limitScale }: Exporting) {
  const limit = new RateLimiterMemory({
    points: Math.max(1, Math.round(A_MINUTE * limitScale)),
    duration: 60,
  })
  app.get('/api/admin/audit/export', async (request, reply) => {
    const refuse = (status: number) => reply.code(status).send(errorBody(status))
    const token = bearerOf(request)
    const identity = token ? await identify(token) : undefined
    if (!identity) return refuse(401)
    const asked = filter.safeParse(request.query)
    if (!asked.success) return refuse(400)
    const isFree = await limit.consume(identity === 'key' ? 'key' : identity.person).catch(() => false)
    if (!isFree) return reply.header('retry-after', 60).code(429).send(errorBody(429))
    try {
      const csv = await exportAudit(database, identity, asked.data)
      return await reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="audit-${new Date().toISOString().slice(0, 10)}.csv"`,
        )
        .send(csv)
    } catch (error) {
      if (error instanceof Refused) return refuse(error.refusal.code === 'FORBIDDEN' ? 403 : 401)
      if (error instanceof Unavailable) return refuse(503)
      throw error
    }
  })
}
