import type { Transaction } from '../../../../server/database/database.ts'
import { mendableReasons } from '../../../fulfilment/states.ts'
import { isDeclined, type Stage } from '../../../products/life-cycle.ts'
import { deliveryOf, type Moved, ownTransfer } from '../../../requests/server/transfers/own-transfer.ts'
import type { TransferEvent, TransferState } from '../../transfers.contract.ts'

/** How far the transfer of a name is, as its customer reads it. Refuses with `NOT_FOUND`. */
export async function presentTransfer(tx: Transaction, owner: string, id: string) {
  const request = await ownTransfer(tx, id, { owner })
  const delivery = await deliveryOf(tx, id)
  const code = await tx.db
    .selectFrom('transfer_codes')
    .select('set_at')
    .where('request_id', '=', id)
    .executeTakeFirst()
  const state = stateOf(request, delivery)
  return {
    id,
    domain: request.subject,
    state,
    reason: state === 'refused' || state === 'waiting' ? (delivery?.reason ?? null) : null,
    words: state === 'refused' ? (delivery?.answer ?? null) : null,
    sent_at: delivery?.sent_at?.toISOString() ?? null,
    has_code: code !== undefined,
    may_change_code: mayChangeCode(state, delivery),
    history: await historyOf(tx, request, delivery),
  }
}

function stateOf(
  { stage, in_delivery }: { stage: Stage; in_delivery: boolean },
  delivery: Moved | undefined,
): TransferState {
  if (stage === 'active') return 'done'
  if (isDeclined(stage)) return 'ended'
  if (!in_delivery || !delivery) return 'asked'
  if (delivery.state === 'ready') return 'waiting'
  if (delivery.state === 'refused') return 'refused'
  return delivery.state === 'held' && delivery.reason !== 'by-hand' ? 'checking' : 'moving'
}

const mayChangeCode = (state: TransferState, delivery: Moved | undefined): boolean =>
  state === 'asked' ||
  state === 'waiting' ||
  (state === 'moving' && delivery?.reason === 'by-hand') ||
  (state === 'refused' && mendableReasons.includes(delivery?.reason ?? null))

/** What the log has of a transfer, as its customer reads it. */
const eventsOfActions: Record<string, TransferEvent> = {
  'record.secret-set': 'code',
  'fulfilment.ordered': 'ordered',
  'fulfilment.unknown': 'ordered',
  'fulfilment.refused': 'refused',
  'fulfilment.held': 'checking',
  'fulfilment.done': 'done',
  'fulfilment.done-by-hand': 'done',
}

async function historyOf(
  { db }: Transaction,
  { id, created_at }: { id: string; created_at: Date },
  delivery: Moved | undefined,
): Promise<{ event: TransferEvent; at: string }[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['action', 'at'])
    .where('action', 'in', Object.keys(eventsOfActions))
    .where((eb) =>
      eb.or([
        eb.and([eb('entity', '=', 'request'), eb('entity_id', '=', id)]),
        ...(delivery ? [eb.and([eb('entity', '=', 'fulfilment'), eb('entity_id', '=', delivery.id)])] : []),
      ]),
    )
    .orderBy('at')
    .limit(100)
    .execute()
  return [
    { event: 'requested', at: created_at.toISOString() },
    ...rows.map(({ action, at }) => ({ event: eventsOfActions[action]!, at: at.toISOString() })),
  ]
}
