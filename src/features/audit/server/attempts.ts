import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Database } from '../../../server/database/database.ts'
import type { Refusal } from '../../../server/http/context.ts'
import { type Act, auditRow, roleOf } from './audit.ts'

/** So many rows for one person, on this node: whoever tries a thousand times is known after the first few. */
const A_MINUTE = 5
const A_DAY = 60

/** Fields that are the server's alone: who sends one tries to decide what is not theirs. */
const serversOwn = new Set([
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
 * Writes down what was refused and looks like an attempt: a customer's call of what is the admins', a row that is not
 * there for this person, a field that is the server's. Calls that are merely wrong leave no trace.
 */
export function rememberAttempts(database: Database, onError: (error: unknown) => void) {
  const minute = new RateLimiterMemory({ points: A_MINUTE, duration: 60 })
  const day = new RateLimiterMemory({ points: A_DAY, duration: 86_400 })
  const isFew = async (person: string) => {
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
    if (!attempt || !(await isFew(refusal.person))) return
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

function attemptOf({ code, id, fields = [] }: Refusal): Pick<Act, 'action' | 'after'> | undefined {
  if (code === 'FORBIDDEN') return { action: 'attempt.forbidden' }
  if (code === 'NOT_FOUND') return id ? { action: 'attempt.foreign', after: { id } } : undefined
  const own = fields.filter((field) => serversOwn.has(field))
  return own.length ? { action: 'attempt.field', after: { fields: own } } : undefined
}
