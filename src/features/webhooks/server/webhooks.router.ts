import { implement } from '@orpc/server'
import { type Selectable, sql } from 'kysely'
import { newestPage } from '../../../server/database/keyset.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { CallerContext, Context } from '../../../server/http/context.ts'
import type { Targets } from '../../../server/http/guarded-post.ts'
import { authorize } from '../../../server/http/procedures.ts'
import type { Sealing } from '../../../server/seal.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import { webhooksContract } from '../webhooks.contract.ts'
import {
  changeEndpoint,
  createEndpoint,
  hideSecrets,
  listEndpoints,
  removeEndpoint,
  rotateSecret,
} from './endpoints.ts'
import type { Input } from '../../../shared/contract.ts'

const on = implement(webhooksContract).$context<Context>().use(authorize)

export const webhooksRouter = (keys: Sealing, targets: Targets) => ({
  list: on.list.handler(({ context }) => listEndpoints(context.caller)),
  create: on.create.handler(({ context, input }) => createEndpoint(context.caller, keys, targets, input)),
  change: on.change.handler(({ context, input }) => changeEndpoint(context.caller, targets, input)),
  remove: on.remove.handler(({ context, input }) => removeEndpoint(context.caller, input.id)),
  rotate: on.rotate.handler(({ context, input }) => rotateSecret(context.caller, keys, input.id)),
  deliveries: on.deliveries.handler(({ context, input }) => listDeliveries(context.caller, input)),
  resend: on.resend.handler(({ context, input }) => resend(context.caller, input.id)),
})

const deliveries = ({ db }: Transaction) =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'webhook_deliveries.endpoint_id')
    .selectAll('webhook_deliveries')
    .select('webhook_endpoints.url')

const listDeliveries = (
  caller: CallerContext,
  { endpoint, status, ...paging }: Input<typeof webhooksContract.deliveries>,
) =>
  caller.read(async (tx) => {
    let query = deliveries(tx)
    if (endpoint) query = query.where('webhook_deliveries.endpoint_id', '=', endpoint)
    if (status) query = query.where('webhook_deliveries.state', '=', status)
    const { rows, next_cursor } = await newestPage(query, 'webhook_deliveries', paging)
    const shown = await hideSecrets(tx)
    return { items: rows.map((row) => present({ ...row, url: shown(row.url) })), next_cursor }
  })

/** Queues a webhook again, with its id and its contents. Refuses with `NOT_FOUND` and `NOT_RETRYABLE`. */
const resend = (caller: CallerContext, id: string) =>
  caller.write(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', attempts: 0, reason: null, due_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('state', '<>', 'waiting')
      .where('endpoint_id', 'in', (eb) =>
        eb.selectFrom('webhook_endpoints').select('id').where('is_on', '=', true),
      )
      .executeTakeFirst()
    const row = await deliveries(tx).where('webhook_deliveries.id', '=', id).executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    if (!numUpdatedRows) throw new Refused('NOT_RETRYABLE')
    await audit(tx, 'admin', { action: 'webhook.sent-again', entity: 'webhook', entity_id: id })
    return present(row)
  })

const present = (row: Selectable<Tables['webhook_deliveries']> & { url: string }) => ({
  id: row.id,
  endpoint_id: row.endpoint_id,
  url: row.url,
  type: row.type,
  status: row.state,
  attempts: row.attempts,
  next_try_at: row.state === 'waiting' ? row.due_at.toISOString() : null,
  answer_status: row.status,
  answer: row.answer,
  reason: row.reason,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
})
