import { GOOD } from '@kikoa/auth/testing'
import type { Person } from '../shop.ts'
import type { Causes, World } from './causes.ts'

const CODE = 'Xk9$Hamisha&1'
const adding = ({ admin, account }: World, change: object) => ({
  endpoint: 'POST /admin/registrars',
  person: admin,
  body: { ...account, id: undefined, ...change },
})
/** An account whose registrar a person calls. */
async function byHand({ admin }: World): Promise<string> {
  const account = { driver: 'manual', name: 'By hand', currency: 'USD', endings: [] }
  return (await admin.call('POST', '/api/admin/registrars', account)).body.id
}
const transferring = (person: Person, domain: string) => ({
  endpoint: 'POST /transfers',
  person,
  body: { domain, code: CODE },
})
/** A customer whose name the registrar has registered. */
async function holder(world: World) {
  const [person, name] = [await world.withPassword(), world.newName('com')]
  await world.activate(await world.offer(person, name))
  const { id: fulfilment } = await world.until(name, 'done')
  const { domain } = (await person.call('GET', `/api/domains/${name}`)).body
  return { person, name, fulfilment: fulfilment as string, params: { id: domain.id as string } }
}
const asked = {
  ending: 'com',
  id: 'number',
  kind: 'company-number',
  label: '',
  required: true,
  format: 'letters-digits',
  min: 4,
  max: 20,
  options: [],
  field: 'Company ID Number',
}
async function answering({ shop, admin }: World, name: string, after?: () => unknown) {
  const { id: customer } = await shop.customer()
  return {
    endpoint: 'PUT /admin/holder-details',
    person: admin,
    body: { customer, names: [name], answers: {} },
    ...(after && { after }),
  }
}

/** What registries, registrars and the search for names refuse. */
export const registrarCauses: Causes = {
  NAME_INVALID: async () => ({
    endpoint: 'GET /availability',
    person: undefined,
    body: { name: '-mama' },
  }),
  TOO_MANY_ENDINGS: async () => ({
    endpoint: 'GET /availability',
    person: undefined,
    body: { name: 'mama', endings: Array.from({ length: 31 }, (_, at) => `x${at}`).join(',') },
  }),

  INCOMPLETE: async (world) => adding(world, { endings: [], credentials: undefined }),
  ENDING_TAKEN: async (world) => adding(world, {}),
  PROVIDER_FAILED: async (world) =>
    adding(world, {
      endings: [],
      credentials: { username: world.account.credentials.username, key: 'wrong' },
    }),
  async IN_USE(world) {
    const id = await byHand(world)
    const paid = { amount: 1, method: 'Bank', date: '2026-11-20' }
    await world.admin.call('POST', `/api/admin/registrars/${id}/top-ups`, paid)
    return { endpoint: 'DELETE /admin/registrars/{id}', person: world.admin, params: { id } }
  },
  NOT_OFFERED: async (world) => ({
    endpoint: 'POST /admin/registrars/{id}/sync',
    person: world.admin,
    params: { id: await byHand(world) },
    body: {},
  }),
  async NOT_NOW(world) {
    const { fulfilment } = await holder(world)
    return {
      endpoint: 'POST /admin/fulfilments/{id}/refuse',
      person: world.admin,
      params: { id: fulfilment },
      body: { reason: 'It is taken.' },
    }
  },

  async NAMESERVER_INSIDE(world) {
    const { person, name, params } = await holder(world)
    const body = { nameservers: [`ns1.${name}`, 'ns2.elsewhere.example'] }
    return { endpoint: 'PATCH /domains/{id}/nameservers', person, params, body }
  },
  async ADDRESS_MISSING(world) {
    const { person, params } = await holder(world)
    const set = (contact: string | null) =>
      world.shop.sql('update registrar_accounts set contact = $2 where id = $1', [world.account.id, contact])
    await set(null)
    return {
      endpoint: 'PATCH /domains/{id}/contacts',
      person,
      params,
      body: {},
      after: () => set(JSON.stringify(world.account.contact)),
    }
  },
  async CODE_FAILED(world) {
    const { person, name, params } = await holder(world)
    world.stub.books.names.get(name)!.isLocked = true
    return { endpoint: 'POST /domains/{id}/auth-code', person, params, body: { password: GOOD } }
  },

  NOT_SOLD: async ({ shop }) => transferring(await shop.customer(), 'soko.de'),
  NOT_REGISTERED: async ({ shop, newName }) => transferring(await shop.customer(), newName('net')),
  async HELD_HERE(world) {
    const { name } = await world.own(await world.shop.customer())
    return transferring(await world.shop.customer(), name)
  },

  NOT_ASKED: async (world) => answering(world, world.newName()),
  async DETAILS_INVALID(world) {
    const ask = (questions: object[]) =>
      world.admin.call('PATCH', '/api/admin/settings', { values: { 'domains.questions': questions } })
    await ask([asked])
    return answering(world, world.newName('com'), () => ask([]))
  },
}
