import { registerFulfilmentSource } from '../../features/fulfilment/server/sources.ts'
import { domain } from '../../features/products/domain.ts'
import { activateDelivered, rejectUndelivered } from '../../features/requests/server/review-request.ts'
import { noteRegistration } from '../../features/requests/server/activate.ts'
import {
  renewalDelivered,
  renewalUndelivered,
} from '../../features/requests/server/renewals/renewal-delivery.jobs.ts'
import type { ProductDefinition } from '../../features/products/product-definition.ts'

const product = domain as unknown as ProductDefinition

registerFulfilmentSource('renewal', {
  done: renewalDelivered,
  async refused(tx, id) {
    await renewalUndelivered(tx, id)
  },
})

registerFulfilmentSource('request', {
  async done(tx, id, { registeredUntil, ...shop }) {
    await activateDelivered(tx, shop, product, id)
    await noteRegistration(tx, id, registeredUntil)
  },
  refused: (tx, id, shop) => rejectUndelivered(tx, shop, product, id),
})
