import { implement } from '@orpc/server'
import type { CallerContext, Context } from '../../../../server/http/context.ts'
import { authorize } from '../../../../server/http/procedures.ts'
import type { Sealing } from '../../../../server/seal.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { audit } from '../../../audit/server/audit.ts'
import { accountFor } from '../../../fulfilment/server/open-fulfilment.ts'
import { openCode } from '../../../fulfilment/server/transfers/transfer-codes.ts'
import { isOpen } from '../../../products/life-cycle.ts'
import { transferCodeContract } from '../../transfer-code.contract.ts'
import { deliveryOf, ownTransfer } from './own-transfer.ts'

/**
 * Shows the staff the code of a transfer that a person carries out. The answer is stored nowhere. Programs are refused with
 * `FORBIDDEN`, and with `NOT_NOW` is refused what is ordered by itself, what is over, and what has no code.
 */
async function showCode(caller: CallerContext, keys: Sealing, id: string): Promise<{ code: string }> {
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
      action: 'record.code-shown',
      entity: 'request',
      entity_id: id,
    })
    return { code }
  })
}

const on = implement(transferCodeContract).$context<Context>().use(authorize)

export const transferCodeRouter = (keys: Sealing) => ({
  show: on.show.handler(({ context, input }) => showCode(context.caller, keys, input.id)),
})
