import {
  type Delivered,
  type FulfilmentSource,
  registerFulfilmentSource,
} from '../../features/fulfilment/server/sources.ts'
import { announceChange } from '../../features/domains/server/change-domain.ts'
import { postCost } from '../../features/money/server/ledger/cost.ts'
import { lineDelivered, lineUndelivered } from '../../features/orders/server/review-order.ts'
import { domain } from '../../features/products/domain.ts'
import type { ProductDefinition } from '../../features/products/product-definition.ts'
import { noteRegistration } from '../../features/requests/server/activate.ts'
import {
  renewalDelivered,
  renewalUndelivered,
} from '../../features/requests/server/renewals/renewal-delivery.jobs.ts'
import { noteRefusal } from '../../features/requests/server/store.ts'
import { activateDelivered, rejectUndelivered } from '../../features/requests/server/review-request.ts'
import { costInShop } from '../../features/settings/costs/costs.ts'
import { isChange } from '../../features/fulfilment/states.ts'
import type { Transaction } from '../../server/database/database.ts'

const product = domain as unknown as ProductDefinition

/** What was asked for, and what the record says since. */
function saidOf({ now, record, fulfilment: { kind, input } }: Delivered) {
  const { nameservers, is_locked, is_private } = record ?? {}
  return {
    ...(nameservers && { nameservers }),
    ...(is_locked !== undefined && { is_locked }),
    ...(is_private !== undefined && { is_private }),
    ...(record && { read_at: now.toISOString(), status: record.status }),
    // The record is from before the order.
    ...(!isChange(kind) && { status: 'active' as const }),
    ...(kind === 'nameservers' && { nameservers: input.nameservers ?? [] }),
    ...(kind === 'lock' && { is_locked: input.locked === true }),
    ...(kind === 'privacy' && { is_private: input.private === true }),
  }
}

/** Registers a source whose names keep what the registry says of them. */
const register = (kind: string, { done, ...source }: FulfilmentSource) =>
  registerFulfilmentSource(kind, {
    ...source,
    async done(tx: Transaction, id, delivered) {
      await done(tx, id, delivered)
      await noteRegistration(tx, delivered.fulfilment.target, {
        until: delivered.registeredUntil,
        said: saidOf(delivered),
      })
      const { fulfilment, cost, settings, now } = delivered
      // What the account's list knows of the name may be from before it was transferred here.
      if (fulfilment.kind === 'transfer')
        await tx.db
          .updateTable('registrar_names')
          .set({ due_at: now })
          .where('name', '=', fulfilment.target)
          .execute()
      if (cost)
        await postCost(tx, {
          source: { kind: 'fulfilment', id: fulfilment.id },
          account: fulfilment.account_id,
          cost,
          inShop: costInShop(settings, cost),
          now,
        })
    },
  })

register('renewal', {
  done: renewalDelivered,
  async refused(tx, id) {
    await renewalUndelivered(tx, id)
  },
})

register('request', {
  done: (tx, id, shop) => activateDelivered(tx, shop, product, id),
  refused: (tx, id, shop) => rejectUndelivered(tx, shop, product, id),
  noted: noteRefusal,
})

register('order_line', { done: lineDelivered, refused: lineUndelivered })

// What a customer changes of a name.
register('service', { done: announceChange, refused: announceChange })
