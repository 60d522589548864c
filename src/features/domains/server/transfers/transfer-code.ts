import type { CallerContext } from '../../../../server/http/context.ts'
import type { Sealing } from '../../../../server/seal.ts'
import type { Input } from '../../../../shared/contract.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { audit } from '../../../audit/server/audit.ts'
import { storeCode, takeNewCode } from '../../../fulfilment/server/transfers/transfer-codes.ts'
import { isOpen } from '../../../products/life-cycle.ts'
import type { transfersContract } from '../../transfers.contract.ts'
import { ownTransfer } from '../../../requests/server/transfers/own-transfer.ts'
import { presentTransfer } from './transfers.queries.ts'

/** How far the transfer of a customer's name is. Refuses with `NOT_FOUND`. */
export async function showTransfer(caller: CallerContext, id: string) {
  const person = caller.person()
  // The session is checked first.
  await caller.read(async () => {})
  return caller.database.read('service', (tx) => presentTransfer(tx, person, id))
}

/**
 * A customer hands in another code. What was refused for it, and is not given up, is asked for once more. Gives the transfer.
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
    await audit(tx, 'user', {
      action: 'record.secret-set',
      entity: 'request',
      entity_id: id,
      after: { secret: 'transfer_code' },
    })
    return presentTransfer(tx, person, id)
  })
}
