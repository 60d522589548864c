import type { CallerContext } from '../../../../server/http/context.ts'
import type { Sealing } from '../../../../server/seal.ts'
import type { Input } from '../../../../shared/contract.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { audit } from '../../../audit/server/audit.ts'
import { accountFor } from '../../../fulfilment/server/open-fulfilment.ts'
import { openCode, storeCode, takeNewCode } from '../../../fulfilment/server/transfers/transfer-codes.ts'
import { isOpen } from '../../../products/life-cycle.ts'
import type { transfersContract } from '../../transfers.contract.ts'
import { deliveryOf, ownTransfer, presentTransfer } from './transfers.queries.ts'

/** How far the move of a customer's name is. Refuses with `NOT_FOUND`. */
export async function showTransfer(caller: CallerContext, id: string) {
  const person = caller.person()
  // The session is checked first.
  await caller.read(async () => {})
  return caller.database.read('service', (tx) => presentTransfer(tx, person, id))
}

/**
 * A customer hands in another code. What was refused for it, and is not given up, is asked for once more. Gives the move.
 * Refuses with `NOT_FOUND`, and with `NOT_NOW` what is under way or over.
 */
export function changeCode(
  caller: CallerContext,
  keys: Sealing,
  { id, code }: Input<typeof transfersContract.changeCode>,
) {
  const person = caller.person()
  return caller.writeAsServer(async (tx) => {
    const { stage, in_delivery } = await ownTransfer(tx, id, { owner: person, lock: true })
    if (!isOpen(stage) || (in_delivery && !(await takeNewCode(tx, id)))) throw new Refused('NOT_NOW')
    await storeCode(tx, keys, { request_id: id, user_id: person, code, now: caller.now })
    await audit(tx, 'user', { action: 'transfer.code-changed', entity: 'request', entity_id: id })
    return presentTransfer(tx, person, id)
  })
}

/**
 * Shows the staff the code of a move that a person carries out. The answer is stored nowhere. Programs are refused with
 * `FORBIDDEN`, and with `NOT_NOW` is refused what is ordered by itself, what is over, and what has no code.
 */
export async function showCode(caller: CallerContext, keys: Sealing, id: string): Promise<{ code: string }> {
  const person = caller.actor()
  if (!person) throw new Refused('FORBIDDEN')
  // The permission is checked first.
  await caller.read(async () => {})
  return caller.database.write('service', async (tx) => {
    const { stage, subject, in_delivery } = await ownTransfer(tx, id, { lock: true })
    const delivery = in_delivery ? await deliveryOf(tx, id) : undefined
    const account = delivery ? undefined : await accountFor(tx, subject)
    const isByHand = delivery
      ? delivery.state === 'held' || delivery.state === 'refused'
      : !account || account.driver === 'manual'
    const code = isOpen(stage) && isByHand ? await openCode(tx, keys, id) : undefined
    if (code === undefined) throw new Refused('NOT_NOW')
    await audit(tx, 'admin', {
      actor_id: person,
      action: 'transfer.code-shown',
      entity: 'request',
      entity_id: id,
    })
    return { code }
  })
}
