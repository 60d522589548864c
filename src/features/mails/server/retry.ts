import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { audit } from '../../audit/server/audit.ts'
import { findMail, presentMail } from './list.ts'

/**
 * An admin has a failed mail sent again, as the same one. Refuses with `NOT_FOUND`, and with `NOT_RETRYABLE` what has
 * not failed, or held a code that is forgotten by now.
 */
export const retryMail = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('mails')
      .set({
        state: 'waiting',
        attempts: 0,
        reason: null,
        due_at: sql<Date>`clock_timestamp()`,
        expires_at: sql<Date>`clock_timestamp() + interval '3 days'`,
      })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .where('secret', '=', false)
      .executeTakeFirst()
    const row = await findMail(tx, id)
    if (!row) throw new Refused('NOT_FOUND')
    if (!numUpdatedRows) throw new Refused('NOT_RETRYABLE')
    await audit(tx, 'admin', { action: 'mail.retried', entity: 'mail', entity_id: id })
    return presentMail(row)
  })
