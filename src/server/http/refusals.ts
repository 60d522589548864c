import { ORPCError } from '@orpc/server'
import { Refused } from '../../shared/refusal.ts'
import type { Identity, Refusal } from './context.ts'

/** More than these of a body's unknown fields are not told, nor more of their names. */
const MOST_FIELDS = 10
const LONGEST_NAME = 60
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What of an error is a refusal of a signed-in person's call; undefined for everything else. */
export function refusalOf(
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
