import { type AnyPayable, registerChargeable } from '../../features/money/server/charges/chargeables.ts'
import { payableOrder } from '../../features/orders/server/payable-order.ts'
import { completeAsProgram } from '../../features/orders/server/review-order.ts'
import { productNames, products } from '../../features/products/products.ts'
import { accountFor } from '../../features/fulfilment/server/open-fulfilment.ts'
import { findRequest } from '../../features/requests/server/store.ts'
import { payableRequest } from '../../features/requests/server/payable-request.ts'
import { activateAsProgram } from '../../features/requests/server/review-request.ts'

registerChargeable('order', { payable: payableOrder as unknown as AnyPayable, deliver: completeAsProgram })

for (const name of productNames) {
  const product = products[name]
  registerChargeable(name, {
    payable: payableRequest(product) as unknown as AnyPayable,
    async deliver(tx, shop, id) {
      // A domain without an account at a registrar waits for the admin, who registers it.
      const request = name === 'domain' ? await findRequest(tx, name, id) : undefined
      if (request && !(await accountFor(tx, request.subject))) return
      await activateAsProgram(tx, shop, product, id)
    },
  })
}
