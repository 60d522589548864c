import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRegistrarShop } from '../../fulfilment/server/testing/registrar-shop.ts'
import type { Person } from '../../../app/testing/shop.ts'
import { type NameserverDns, publicDns, stateOf } from './check-nameservers.ts'
import { openDns } from './testing/dns-server.ts'

/** Nameservers are asked before a holder sets them, so that nobody loses website and mail by a wrong one. */

const server = await openDns({
  '127.0.0.1': 'knows',
  '127.0.0.2': 'refused',
  '127.0.0.3': 'silent',
  '127.0.0.4': 'nxdomain',
  '127.0.0.5': 'no-data',
  '127.0.0.6': 'server-failure',
  '127.0.0.7': 'garbage',
})
const lookUpFails = (code: string) => Object.assign(new Error(code), { code })
const hosts: Record<string, string[] | Error> = {
  'knows.example': ['127.0.0.1'],
  'refuses.example': ['127.0.0.2'],
  'silent.example': ['127.0.0.3'],
  'denies.example': ['127.0.0.4'],
  'empty.example': ['127.0.0.5'],
  'fails.example': ['127.0.0.6'],
  'garbage.example': ['127.0.0.7'],
  // Nobody listens there.
  'closed.example': ['127.0.0.8'],
  // A host of two addresses, one of which is out of order.
  'half.example': ['127.0.0.3', '127.0.0.1'],
  'inner.example': ['192.168.1.1'],
  'nowhere.example': lookUpFails('ENOTFOUND'),
  'away.example': lookUpFails('EAI_AGAIN'),
}
const dns: NameserverDns = {
  port: server.port,
  mayAsk: (address) => address.startsWith('127.'),
  resolve: async (host) => {
    const found = hosts[host] ?? lookUpFails('ENOTFOUND')
    if (found instanceof Error) throw found
    return found.map((address): LookupAddress => ({ address, family: 4 }))
  },
}
const here = await openRegistrarShop({ nameserverDns: dns })
afterAll(async () => {
  await here.close()
  await server.close()
})

let asha: Person
let id: string
const NAME = 'checked.com'
beforeAll(async () => {
  asha = await here.shop.customer()
  await here.activate(await here.offer(asha, NAME))
  await here.until(NAME, 'done')
  id = (await asha.call('GET', `/api/domains/${NAME}`)).body.domain.id
})
const check = (person: Person, nameservers: string[], of = id) =>
  person.call('POST', `/api/domains/${of}/nameservers/check`, { nameservers })

test.each([
  ['knows.example', 'knows'],
  ['refuses.example', 'other'],
  ['denies.example', 'other'],
  ['empty.example', 'other'],
  ['fails.example', 'other'],
  ['silent.example', 'silent'],
  ['closed.example', 'silent'],
  ['garbage.example', 'other'],
  ['half.example', 'knows'],
  ['inner.example', 'no-address'],
  ['nowhere.example', 'no-address'],
  ['away.example', 'unknown'],
])('of %s it is said that it is: %s', async (host, state) =>
  expect(await stateOf(host, NAME, dns)).toBe(state),
)

test('addresses inside of the shop’s network are not asked', async () => {
  const before = server.asked['127.0.0.1']!.length
  const inside = { ...publicDns, port: server.port, resolve: dns.resolve }
  expect(await stateOf('knows.example', NAME, inside)).toBe('no-address')
  expect(server.asked['127.0.0.1']).toHaveLength(before)
})

test('a holder learns it of each nameserver, and sets them all the same', async () => {
  const nameservers = ['Knows.example', 'refuses.example', 'nowhere.example', 'knows.example']
  const answer = await check(asha, nameservers)
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      items: [
        { host: 'knows.example', state: 'knows' },
        { host: 'refuses.example', state: 'other' },
        { host: 'nowhere.example', state: 'no-address' },
      ],
    },
  ])
  expect(new Set(server.asked['127.0.0.1'])).toEqual(new Set([NAME]))
  const set = await asha.call('PATCH', `/api/domains/${id}/nameservers`, {
    nameservers: ['refuses.example', 'nowhere.example'],
  })
  expect(set.status).toBe(200)
})

test('nothing is asked for a name that is another one’s, or of texts that are no hosts', async () => {
  const before = Object.values(server.asked).flat().length
  const juma = await here.shop.customer()
  expect((await check(juma, ['knows.example', 'half.example'])).status).toBe(404)
  for (const address of ['127.0.0.1', '192.168.1.10', '[::1]'])
    expect((await check(asha, [address, 'knows.example'])).status, address).toBe(400)
  expect((await check(asha, ['knows.example'])).status).toBe(400)
  const many = Array.from({ length: 6 }, (_, at) => `ns${at}.example`)
  expect((await check(asha, many)).status).toBe(400)
  expect((await here.shop.visitor('POST', `/api/domains/${id}/nameservers/check`, {})).status).toBe(401)
  expect(Object.values(server.asked).flat()).toHaveLength(before)
})
