import type { Transaction } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import type { Sealing } from '../../../../server/seal.ts'
import type { Input } from '../../../../shared/contract.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { endingOf, transferPrice } from '../../../catalogue/catalogue.ts'
import { capabilitiesOf } from '../../../fulfilment/server/accounts.ts'
import { accountFor, isBeingDelivered } from '../../../fulfilment/server/open-fulfilment.ts'
import { storeCode } from '../../../fulfilment/server/transfers/transfer-codes.ts'
import { readDomainName } from '../../../products/domain-names.ts'
import type { ProductDefinition } from '../../../products/product-definition.ts'
import { products } from '../../../products/products.ts'
import { nameHolder } from '../../../requests/server/activate.ts'
import { type CheckName, submitDraft } from '../../../requests/server/submit-request.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { shopOf, suffixesOf } from '../../../settings/shop.ts'
import type { transfersContract } from '../../transfers.contract.ts'

const product = products.domain as unknown as ProductDefinition

/**
 * A customer asks to move a name here. Where the shop answers at once, and the name is registered and has a price, it is
 * offered at once. Gives the request. Refuses as `submitRequest`, and with `NOT_SOLD`, `NOT_REGISTERED` where that is known
 * for sure, `HELD_HERE` and `BEING_DELIVERED`. Of other customers' open requests it says nothing.
 */
export async function submitTransfer(
  caller: CallerContext,
  { keys, check }: { keys: Sealing; check: CheckName | undefined },
  { domain, code }: Input<typeof transfersContract.submit>,
): Promise<ReturnType<typeof products.domain.present>> {
  const settings = await readSettings(caller.database)
  const { offers } = shopOf(settings, caller.now)
  const name = readDomainName(domain, suffixesOf(settings))
  if (!name) throw new Refused('DOMAIN_NAME_INVALID')
  if (!offers.endings.some(({ ending }) => ending === endingOf(name))) throw new Refused('NOT_SOLD')
  const status = (await caller.isRepeated()) ? undefined : await transferable(caller, name, check)
  const isAnswered = settings['requests.answer'] === 'at-once' && status === 'taken'
  const shown = await submitDraft(caller, product, {
    settings,
    draft: { subject: name, price: null, details: { transfer: true } },
    price: isAnswered ? transferPrice(name, offers) : undefined,
    async store(tx: Transaction, { id: request_id, user_id }) {
      if (await nameHolder(tx, product, name)) throw new Refused('HELD_HERE')
      if (await isBeingDelivered(tx, name)) throw new Refused('BEING_DELIVERED')
      await storeCode(tx, keys, { request_id, user_id, code, now: caller.now })
    },
  })
  return shown as ReturnType<typeof products.domain.present>
}

/** Refuses a name that can't be transferred here. Gives what its registry says of it. */
async function transferable(caller: CallerContext, name: string, check: CheckName | undefined) {
  // Enters first, so that no registry is queried for a caller without a valid session.
  await caller.read(async () => {})
  const account = await caller.database.read('service', (tx) => accountFor(tx, name))
  if (account && !capabilitiesOf(account.driver, endingOf(name)).includes('transfer-in'))
    throw new Refused('NOT_SOLD')
  const { status } = (await check?.(name).catch(() => undefined)) ?? { status: 'error' }
  if (status === 'available' || status === 'premium') throw new Refused('NOT_REGISTERED')
  return status
}
