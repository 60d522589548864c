import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Database } from '../../../server/database/database.ts'
import type { Refusal } from '../../../server/http/context.ts'
import type { ActionOn } from '../actions.ts'
import { auditRow, roleOf } from './audit.ts'

/** Rows per person on this node. More rows of the same person add no information. */
const PER_MINUTE = 5
const PER_DAY = 60

/** Fields that only the server writes. */
const serverFields = new Set([
  'admin_feedback',
  'amount',
  'amount_due',
  'claim_rejection',
  'expires_at',
  'paid',
  'payment_confirmed',
  'price',
  'role',
  'stage',
  'state',
  'status',
  'total_price',
  'user_id',
  'version',
])

/**
 * Logs refusals that look like an attack: a customer's call of an admin endpoint, another person's row, a field that only
 * the server writes. Other invalid calls are not logged.
 */
export function auditAttempts(database: Database, onError: (error: unknown) => void) {
  const minute = new RateLimiterMemory({ points: PER_MINUTE, duration: 60 })
  const day = new RateLimiterMemory({ points: PER_DAY, duration: 86_400 })
  const isWithinLimit = async (person: string) => {
    try {
      await minute.consume(person)
      await day.consume(person)
      return true
    } catch {
      return false
    }
  }
  return async (refusal: Refusal): Promise<void> => {
    const attempt = attemptOf(refusal)
    if (!attempt || !(await isWithinLimit(refusal.person))) return
    const { person, endpoint } = refusal
    await database
      .write('service', (tx) => {
        const row = auditRow(tx, 'user', {
          ...attempt,
          entity: 'endpoint',
          entity_id: endpoint,
          actor_id: person,
        })
        return tx.db
          .insertInto('audit_log')
          .values({ ...row, actor_role: roleOf(person) })
          .execute()
      })
      .catch(onError)
  }
}

function attemptOf({
  code,
  id,
  fields = [],
}: Refusal): { action: ActionOn<'endpoint'>; after?: object } | undefined {
  if (code === 'FORBIDDEN') return { action: 'attempt.forbidden' }
  if (code === 'NOT_FOUND') return id ? { action: 'attempt.foreign', after: { id } } : undefined
  const own = fields.filter((field) => serverFields.has(field))
  return own.length ? { action: 'attempt.field', after: { fields: own } } : undefined
}
