import * as z from 'zod/mini'

/**
 * The fields that narrow an admin's queue of requests or orders. The endpoints' inputs, the URL and the call derive
 * from them. `claimed` means claimed and not delivered; `unclaimed` means offered without a claim.
 */
export const queueFilterFields = {
  status: z.optional(z.string().check(z.maxLength(40))),
  claim: z.optional(z.enum(['claimed', 'unclaimed'])),
  /** Part of a name, of the customer's names, email or phone number, or a whole receipt number. */
  q: z.optional(z.string().check(z.maxLength(200))),
}

export type QueueFilter = z.output<z.ZodMiniObject<typeof queueFilterFields>>

interface Row {
  id: string
  created_at: string
  version: number
}

/**
 * Adds the opened rows to a list, newest first. An opened row stays visible when a filter or a newer list would remove
 * it. Of two versions of a row the newer one is shown.
 */
export function withOpened<One extends Row>(rows: readonly One[], opened: readonly One[]): One[] {
  const shown = new Map(opened.map((row) => [row.id, row]))
  for (const row of rows) {
    const known = shown.get(row.id)
    if (!known || row.version >= known.version) shown.set(row.id, row)
  }
  return [...shown.values()].toSorted((one, other) => order(other, one))
}

const order = (one: Row, other: Row) =>
  Date.parse(one.created_at) - Date.parse(other.created_at) || (one.id < other.id ? -1 : 1)
