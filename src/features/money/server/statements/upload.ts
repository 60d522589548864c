import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import { Refused } from '../../../../shared/refusal.ts'
import type { Database } from '../../../../server/database/database.ts'
import type { Identity } from '../../../../server/http/context.ts'
import { apiError, errorBody } from '../../../../server/http/error-body.ts'
import { bearerOf, type Server } from '../../../../server/http/server.ts'
import { homeCurrencies } from '../../providers/countries.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { countryOf } from '../received/decide.ts'
import { answersFrom, columnsFrom, keepLayout, keptLayouts } from './layouts.ts'
import { currenciesOf } from './method-currencies.ts'
import { previewStatement } from './preview-statement.ts'
import { Unreadable } from './reading/unreadable.ts'
import { type Access, accessOf } from './row-evidence.ts'
import { withLateReversals } from './late-reversals.ts'
import { readStatement } from './read-statement.ts'
import { storeStatement } from './store-statement.ts'

const BODY_LIMIT = 5 * 1024 * 1024
/** A long statement is stored in several calls. */
const PER_MINUTE = 120

const query = z.strictObject({
  save: z.optional(z.enum(['0', '1'])),
  /** One of the shop's payment methods. Only saving needs it. */
  method: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** ISO 4217, for a statement that does not name it: one that the method is paid in. */
  currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
  /** The chosen columns as JSON, for an unknown layout. */
  columns: z.optional(z.string().check(z.maxLength(1000))),
  /** The answers to the questions of the preview as JSON. */
  answers: z.optional(z.string().check(z.maxLength(6000))),
  /** The import that this call goes on with, because the one before has left a rest. */
  import: z.optional(z.uuid()),
})

/** No address has it: addresses are logged. */
const PASSWORD_HEADER = 'statement-password'
const LONGEST_PASSWORD = 200

/** The password of an encrypted PDF, which comes percent-encoded in UTF-8. Undefined for a header that is not. */
function passwordOf(header: string | string[] = ''): string | undefined {
  try {
    const password = decodeURIComponent(String(header))
    return password.length <= LONGEST_PASSWORD ? password : undefined
  } catch {
    return undefined
  }
}

interface UploadOptions {
  database: Database
  identify(token: string): Promise<Identity | undefined>
  now(): Date
  limitScale: number
}

/**
 * `POST /api/admin/payments/statement`: a statement of any format, outside of the contract, whose bodies are smaller. It
 * is previewed, and stored with `save=1`. The caller is checked before the file is read. Refuses like the contract's admin
 * endpoints, a file of more than 5 MB with 413, and one that can't be read with 400 and the reason in `data`. The password of a
 * PDF comes in the header `statement-password`, percent-encoded, and is kept nowhere.
 */
export function registerStatementUpload(app: Server, { database, identify, now, limitScale }: UploadOptions) {
  const limit = new RateLimiterMemory({
    points: Math.max(1, Math.round(PER_MINUTE * limitScale)),
    duration: 60,
  })
  const callers = new WeakMap<object, Access>()
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const type of ['text/csv', 'application/octet-stream'])
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
        done(null, body),
      )
    scope.addHook('onRequest', async (request, reply) => {
      const token = bearerOf(request)
      const identity = token ? await identify(token) : undefined
      if (!identity) throw new Refused('UNAUTHORIZED')
      const access = accessOf(database, identity)
      const key = identity === 'key' ? 'key' : identity.person
      if (!(await limit.consume(key).catch(() => false)))
        return reply.header('retry-after', 60).code(429).send(errorBody(429))
      await access.read(async () => {})
      callers.set(request, access)
      return undefined
    })
    scope.post('/api/admin/payments/statement', async (request, reply) => {
      const access = callers.get(request)!
      const input = query.safeParse(request.query)
      const chosen = columnsFrom(input.data?.columns)
      const answers = answersFrom(input.data?.answers)
      const password = passwordOf(request.headers[PASSWORD_HEADER])
      const isGiven = input.success && chosen !== 'invalid' && answers !== 'invalid' && password !== undefined
      if (!isGiven || !Buffer.isBuffer(request.body)) return reply.code(400).send(errorBody(400))
      try {
        const settings = await readSettings(database)
        const country = countryOf(settings)
        const currency = input.data.currency ?? homeCurrencies[country] ?? 'USD'
        const { method } = input.data
        const read = await readStatement(request.body, {
          chosen,
          answers,
          layouts: await keptLayouts(access),
          now: now(),
          currency,
          password,
        })
        const statement = await withLateReversals(access, read, { method, currency })
        if (input.data.save !== '1')
          return await previewStatement(access, statement, { method, currency, country, now: now() })
        if (!statement.columns) throw new Unreadable('no-columns')
        const isTaken =
          method &&
          settings['payments.methods'].includes(method) &&
          currenciesOf(method, settings).includes(currency)
        if (!isTaken) return await reply.code(400).send(errorBody(400))
        const { fingerprint, columns } = statement
        if (fingerprint && (chosen || answers))
          await keepLayout(access, fingerprint, { columns, answers: statement.answers })
        return await storeStatement(database, access, statement, {
          method,
          currency,
          country,
          now: now(),
          import: input.data.import,
        })
      } catch (error) {
        if (error instanceof Unreadable)
          return reply.code(400).send(
            apiError({
              code: 'STATEMENT_UNREADABLE',
              status: 400,
              message: 'This file can not be read as a statement.',
              data: { reason: error.reason },
            }),
          )
        throw error
      }
    })
  })
}
