import { ORPCError, os } from '@orpc/server'
import { HashingBusy } from '@kikoa/auth'
import { Refused } from '../../shared/refusal.ts'
import type { RouteMeta } from '../../shared/contract.ts'
import type { Permission } from '../../shared/people/permissions.ts'
import { isInvalidValue, Unavailable } from '../database/database.ts'
import { type ApiKey, callerContext, type Context, hashOf, type Identity, type Refusal } from './context.ts'

/**
 * The middleware of every procedure. The contract says who may call it: one that declares `UNAUTHORIZED` signed-in
 * people, one that `needs` a permission admins who have it. A repeated call is done once, and a refusal becomes the declared error.
 * An undeclared refusal is a defect and answers 500.
 */
export const authorize = os
  .$context<Context>()
  .middleware(async ({ context, procedure, path, next }, input: unknown) => {
    const { errorMap, meta, route } = procedure['~orpc']
    const declared = errorMap as Record<string, { status?: number; message?: string }>
    const { needs: needed, readsAside, secrets } = meta as RouteMeta
    const { idempotencyKey: key } = context
    const repeatable = key
      ? { endpoint: path.join('.'), key, secrets, bodyHash: () => hashOf(input) }
      : undefined
    const caller = callerContext(readsAside ? { ...context, readsAside } : context, needed, repeatable)
    try {
      if ('UNAUTHORIZED' in declared && !context.identity) throw new Refused('UNAUTHORIZED')
      if (needed && context.apiKey && !isWithinScopes(context.apiKey, needed, path, route.method))
        throw new Refused('FORBIDDEN')
      try {
        return await next({ context: { caller } })
      } catch (error) {
        // A caller without access gets that error first, and not one about the input.
        if ('UNAUTHORIZED' in declared && error instanceof ORPCError && error.code === 'BAD_REQUEST')
          await caller.enter()
        throw error
      }
    } catch (error) {
      const refusal = refusalOf(error, context.identity, path, input)
      if (refusal) await context.onRefused?.(refusal)
      if (error instanceof Unavailable) throw asDeclared('SERVICE_UNAVAILABLE', declared, error)
      if (error instanceof Refused) throw asDeclared(error.refusal.code, declared, error)
      if (error instanceof HashingBusy) throw asDeclared('TOO_MANY_REQUESTS', declared, error)
      if (isInvalidValue(error)) throw new ORPCError('BAD_REQUEST', { cause: error })
      throw error
    }
  })

const isWithinScopes = (key: ApiKey, needed: Permission, path: readonly string[], method?: string) =>
  key.permissions.includes(needed) && key.mayCall(path, method)

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

/** Limits of the unknown fields in the audit log: how many, and how much of a name. */
const MAX_FIELDS = 10
const MAX_NAME_LENGTH = 60
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The refusal of a signed-in person's call for the audit log. Undefined for other errors. */
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

/** The names of fields that a strict schema does not know, from its list of issues. */
function unknownFields(data: unknown): string[] {
  const issues = (data as { issues?: { code?: unknown; keys?: unknown }[] } | undefined)?.issues ?? []
  return issues
    .flatMap(({ code, keys }) => (code === 'unrecognized_keys' && Array.isArray(keys) ? keys : []))
    .slice(0, MAX_FIELDS)
    .map((name) => String(name).slice(0, MAX_NAME_LENGTH))
}
