import { claim, offered } from '../../../features/money/server/testing/money.ts'
import type { Causes, World } from './causes.ts'

const said = { payer_name: 'Asha Mwangi', payment_method: 'M-Pesa' }
const toOther =
  'QKA1TEST77 Confirmed. Tsh45,500.00 sent to JUMA KIBO 255711000777 on 3/11/26 at 9:05 PM. New M-Pesa balance is Tsh12,000.00.'
let turns = 0
const receipt = () => `CLM1TEST${100 + ++turns}`

export const offer = ({ shop, admin, newName }: World) => offered(shop, admin, { name: newName() })

/** Somebody of the staff, or a program, says what the customer has paid. */
async function claiming(world: World, receipt_number: string, of?: Awaited<ReturnType<typeof offer>>) {
  const { customer, id } = of ?? (await offer(world))
  return {
    endpoint: 'POST /admin/profiles/{profile}/domain-requests/{id}/payment',
    person: world.admin,
    params: { profile: customer.id, id },
    body: { ...said, receipt_number },
  }
}

/** What a customer's claim to have paid is refused for. */
export const claimCauses: Causes = {
  RECEIPT_MISSING: (world) => claiming(world, 'Nimelipa jana kwa wakala wa mtaani, asante'),
  RECEIPT_SEVERAL: (world) =>
    claiming(
      world,
      ['QKA1TEST78', 'QKA1TEST79']
        .map((code) => `${code} Confirmed. You have received Tsh45,500.00 from ASHA MREMA 255711000501.`)
        .join(' '),
    ),
  RECEIPT_OTHER: (world) => claiming(world, toOther),
  FIELDS_REQUIRED: (world) => claiming(world, '---'),
  async RECEIPT_USED(world) {
    const used = receipt()
    await claim(await offer(world), used)
    return claiming(world, used)
  },
  async ALREADY_CLAIMED(world) {
    const due = await offer(world)
    await claim(due, receipt())
    return claiming(world, receipt(), due)
  },
  async NOT_PAYABLE(world) {
    const customer = await world.shop.customer()
    const { body } = await customer.call('POST', '/api/domain-requests', {
      requested_domain: world.newName(),
    })
    return claiming(world, receipt(), { customer, id: body.id, reference: '', product: 'domain' })
  },
  async NOT_OPEN(world) {
    const { customer, reference } = await offer(world)
    return { endpoint: 'DELETE /payments/{reference}/claim', person: customer, params: { reference } }
  },
}
