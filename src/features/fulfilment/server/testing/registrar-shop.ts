import { accountAt } from '../drivers/domains-reseller/stub/stub-books.ts'
import { expect, vi } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person } from '../../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../../products/domain.ts'
import type { NameserverDns } from '../../../domains/server/check-nameservers.ts'
import type { DriverName } from '../../drivers.ts'
import { startStub, type Stub } from '../drivers/domains-reseller/stub/stub.ts'

interface JournalEntry {
  target: string | null
  did: string | null
}

type AnyStub = Pick<Stub, 'host' | 'url' | 'username' | 'key' | 'close'> & { journal: JournalEntry[] }

interface ShopOptions {
  env?: Record<string, string>
  nameserverDns?: NameserverDns
}

/** A shop of two nodes whose .com names are registered at a stub registrar, by the program itself. */
export const openRegistrarShop = async (options: ShopOptions = {}) => openShopAt(await startStub(), options)

/** The same at the stub of a driver. */
export async function openShopAt<Of extends AnyStub>(
  stub: Of,
  { driver, env = {}, nameserverDns }: ShopOptions & { driver?: DriverName } = {},
) {
  const shop = await openShop({
    nodes: 2,
    env: { OUTBOUND_ALLOW: stub.host, ...env },
    ...(nameserverDns && { nameserverDns }),
  })
  const admin = await shop.admin()
  const account = accountAt(stub, driver)
  const made = await admin.call('POST', '/api/admin/registrars', account)
  expect([made.status, made.body]).toEqual([200, made.body])

  /** A request with a price. */
  async function offer(person: Person, name: string): Promise<string> {
    const { body } = await person.call('POST', '/api/domain-requests', { requested_domain: name })
    const offered = { status: 'available', price: 20 }
    expect((await admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, offered)).status).toBe(200)
    return body.id
  }
  /** An admin activates a request, as the specification has it. */
  const activate = (request: string, node = 0) =>
    shop.at(node, admin.token)('PATCH', `/api/admin/domain-requests/${request}`, { status: DOMAIN_ACTIVE })
  const fulfilmentOf = async (target: string) =>
    (await admin.call('GET', `/api/admin/fulfilments?target=${target}`)).body.items[0]
  /** Waits until the fulfilment of a name is in a state. */
  const until = (target: string, ...states: string[]) =>
    vi.waitFor(
      async () => {
        const found = await fulfilmentOf(target)
        expect(states).toContain(found?.state)
        return found
      },
      { timeout: 60_000, interval: 50 },
    )
  /** What the registrar did for a name, in its own books. */
  const did = (name: string) =>
    stub.journal.filter(({ target, did: what }) => target === name && what).map((one) => one.did!)
  const requestOf = async (person: Person, id: string) =>
    (await person.call('GET', '/api/domain-requests')).body.items.find((one: { id: string }) => one.id === id)
  /** Lets so much time pass for what waits: an order left so much earlier, and the next look is due. */
  const pass = (target: string, interval: string) =>
    shop.sql(
      `update fulfilments set sent_at = sent_at - $2::interval, due_at = now() where target = $1 and state <> 'done'`,
      [target, interval],
    )
  return {
    stub,
    shop,
    admin,
    account: { ...account, id: made.body.id as string },
    made,
    offer,
    activate,
    fulfilmentOf,
    until,
    did,
    requestOf,
    pass,
    eightTimes,
    async close() {
      await shop.close()
      await stub.close()
    },
  }
}
