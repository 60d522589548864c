import { ORPCError, os } from '@orpc/server'
import { Refused } from '../../shared/refusal.ts'
import { sqlState, Unavailable } from '../database/database.ts'
import { callerContext, type Context, hashOf, type Identity, type Refusal } from './context.ts'

/**
 * The middleware in front of every procedure: who may call it follows from the errors that its contract declares
 * (`UNAUTHORIZED`: whoever is signed in, `FORBIDDEN`: admins), a repeated call is done once, and a refusal becomes
 * the declared error with its status. An undeclared refusal is a defect and answers 500.
 */
export const authorize = os
  .$context<Context>()
  .middleware(async ({ context, procedure, path, next }, input: unknown) => {
    const declared = procedure['~orpc'].errorMap as Record<string, { status?: number; message?: string }>
    const needed = 'FORBIDDEN' in declared ? 'admin' : undefined
    const { idempotencyKey: key } = context
    const repeatable = key ? { endpoint: path.join('.'), key, bodyHash: () => hashOf(input) } : undefined
    const caller = callerContext(context, needed, repeatable)
    try {
      if ('UNAUTHORIZED' in declared && !context.identity) throw new Refused('UNAUTHORIZED')
      try {
        return await next({ context: { caller } })
      } catch (error) {
        // Who may not ask at all is told so before what was wrong with the question.
        if ('UNAUTHORIZED' in declared && error instanceof ORPCError && error.code === 'BAD_REQUEST')
          await caller.enter()
        throw error
      }
    } catch (error) {
      const refusal = refusalOf(error, context.identity, path, input)
      if (refusal) await context.onRefused?.(refusal)
      if (error instanceof Unavailable) throw asDeclared('SERVICE_UNAVAILABLE', declared, error)
      if (error instanceof Refused) throw asDeclared(error.refusal.code, declared, error)
      if (unkept.has(sqlState(error) ?? ''))
        throw new ORPCError('BAD_REQUEST', { message: 'The request could not be read.', cause: error })
      throw error
    }
  })

/**
 * What passes for a text or a time in JSON and is none to PostgreSQL: NUL and halves of surrogate pairs (22021, 22P02
 * and 22P05, for a jsonb), days that no calendar has (22007, 22008).
 */
const unkept = new Set(['22021', '22P02', '22P05', '22007', '22008'])

function asDeclared(
  code: string,
  declared: Record<string, { status?: number; message?: string }>,
  cause: Error,
) {
  const entry = declared[code]
  if (!entry) return new Error(`the contract does not declare ${code}`, { cause })
  const data = cause instanceof Refused ? cause.refusal.data : undefined
  return new ORPCError(code, { defined: true, status: entry.status, message: entry.message, data, cause })
}

/** More than these of a body's unknown fields are not told, nor more of their names. */
const MOST_FIELDS = 10
const LONGEST_NAME = 60
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What of an error is a refusal of a signed-in person's call; undefined for everything else. */
function refusalOf(
  error: unknown,
  identity: Identity | undefined,
  path: readonly string[],
  input: unknown,
): Refusal | undefined {
  if (!identity || identity === 'key') return undefined
  const call = { person: identity.person, endpoint: path.join('.') }
  if (error instanceof Refused) {
    const { code } = error.refusal
    if (code === 'FORBIDDEN') return { ...call, code }
    return code === 'NOT_FOUND' ? { ...call, code, id: idOf(input) } : undefined
  }
  const fields = error instanceof ORPCError && error.code === 'BAD_REQUEST' ? unknownFields(error.data) : []
  return fields.length ? { ...call, code: 'BAD_REQUEST', fields } : undefined
}

function idOf(input: unknown): string | undefined {
  const id = (input as { id?: unknown } | null | undefined)?.id
  return typeof id === 'string' && uuidShape.test(id) ? id : undefined
}

/** The names that a strict object did not know, from the schema's own list of issues. */
function unknownFields(data: unknown): string[] {
  const issues = (data as { issues?: { code?: unknown; keys?: unknown }[] } | undefined)?.issues ?? []
  return issues
    .flatMap(({ code, keys }) => (code === 'unrecognized_keys' && Array.isArray(keys) ? keys : []))
    .slice(0, MOST_FIELDS)
    .map((name) => String(name).slice(0, LONGEST_NAME))
}
