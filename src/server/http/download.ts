import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Refused } from '../../shared/refusal.ts'
import type { Permission } from '../../shared/people/permissions.ts'
import type { Database } from '../database/database.ts'
import { callerContext, type CallerContext, type Context, type Identity } from './context.ts'
import { errorBody } from './error-body.ts'
import { bearerOf, type Server } from './server.ts'

/** Rows as CSV (RFC 4180) with a header. Nothing in it is a formula for a spreadsheet. */
export function csvOf(columns: readonly string[], rows: AsyncIterable<object>): Readable {
  const csv = stringify({
    header: true,
    columns: [...columns],
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
  const source = Readable.from(rows)
  source.on('error', (error) => csv.destroy(error))
  csv.on('close', () => source.destroy())
  return source.pipe(csv)
}

export const csvType = 'text/csv; charset=utf-8'

export interface DownloadOptions {
  database: Database
  now(): Date
  identify(token: string): Promise<Identity | undefined>
  /** Multiplies the limit. */
  limitScale: number
}

/** Who downloads. Each read checks the session again, so that an export stops when the session ends. */
export type Downloader = Pick<CallerContext, 'database' | 'now' | 'read' | 'write'>

interface Download<Input> {
  path: string
  needs: Permission
  /** Downloads per minute and person. */
  perMinute: number
  /** What the request asks for, or the status that refuses it. */
  read(request: FastifyRequest): Input | 400 | 404
  /** The file. Refuses with what a session may lack. */
  open(
    caller: Downloader,
    input: Input,
    context: Context,
  ): Promise<{ name: string; type: string; body: Readable }>
}

/**
 * A streamed file for admins at a GET route outside of the contract, which does not stream. It refuses like the
 * contract's admin endpoints: 400 or 404 for what can't be read, 401, 403, 429, 503.
 */
export function registerDownload<Input extends object>(
  app: Server,
  { database, now, identify, limitScale }: DownloadOptions,
  { path, needs, perMinute, read, open }: Download<Input>,
) {
  const limit = new RateLimiterMemory({
    points: Math.max(1, Math.round(perMinute * limitScale)),
    duration: 60,
  })
  app.get(path, async (request, reply) => {
    const token = bearerOf(request)
    const identity = token ? await identify(token) : undefined
    if (!identity) throw new Refused('UNAUTHORIZED')
    const input = read(request)
    if (typeof input === 'number') return reply.code(input).send(errorBody(input))
    const isWithinLimit = await limit.consume(identity === 'key' ? 'key' : identity.person).catch(() => false)
    if (!isWithinLimit) return reply.header('retry-after', 60).code(429).send(errorBody(429))
    const context = { database, identity, idempotencyKey: undefined, now: now(), readsAside: true }
    const { name, type, body } = await open(callerContext(context, needs, undefined), input, context)
    return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(body)
  })
}
