import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Asking, askRegistries } from '../testing/asking.ts'
import {
  type FakeRdap,
  fakeRdap,
  fakeWhois,
  type RdapAnswer,
  sayAbsent,
  sayTaken,
} from '../testing/registries.ts'

/** "Available" needs a source that has reported a registered name of the suffix as taken within the last hour. */

const MINUTE = 60_000
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The names that the registry knows. After a move it knows none. */
let registered: Set<string>
let rdap: FakeRdap
let registries: Asking
const answer: RdapAnswer = (response, name) =>
  registered.has(name) ? sayTaken(response, name) : sayAbsent(response)
beforeEach(async () => {
  registered = new Set(['taken-name.com'])
  rdap = await fakeRdap(answer)
  registries = askRegistries({ com: { rdap: rdap.base, known: ['taken-name.com', 'other-name.com'] } })
  closing.push(() => registries.stop(), rdap.close)
})
const statusOf = async (name: string) => (await registries.check(name)).status

describe('a registry that moved and answers 404 to everything', () => {
  test('is ignored for every name, and admins see an alarm', async () => {
    registered.clear()
    for (const name of ['google.com', 'mama.com', 'taken-name.com'])
      expect([name, await statusOf(name)]).toEqual([name, 'error'])
    registries.pass(MINUTE)
    expect(await statusOf('baba.com')).toBe('error')
    expect(registries.alarms()).toEqual([
      {
        suffix: 'com',
        source: 'rdap',
        server: rdap.base,
        since: '2030-01-01T00:00:00.000Z',
        answers: [
          { name: 'taken-name.com', answer: 'available' },
          { name: 'other-name.com', answer: 'available' },
        ],
      },
    ])
    expect(registries.problems).toContain('unproven')
  })

  test('with an empty 404 is ignored too', async () => {
    const bare = await fakeRdap((response) => void response.writeHead(404).end())
    const other = askRegistries({ com: { rdap: bare.base, known: ['taken-name.com'] } })
    closing.push(() => other.stop(), bare.close)
    expect(await other.check('mama.com')).toMatchObject({ status: 'error' })
  })

  test('an hour after its last proof is not trusted any more', async () => {
    expect(await statusOf('mama.com')).toBe('available')
    registered.clear()
    registries.pass(59 * MINUTE)
    expect(await statusOf('baba.com')).toBe('available')
    registries.pass(MINUTE)
    expect(await statusOf('dada.com')).toBe('error')
    registered.add('other-name.com')
    registries.pass(MINUTE)
    expect(await statusOf('dada.com')).toBe('available')
    expect(registries.alarms()).toEqual([])
  })

  test('by WHOIS is detected too', async () => {
    const whois = await fakeWhois((name, socket) => socket.end(`No match for "${name.toUpperCase()}".\r\n`))
    const other = askRegistries({ com: { whois: whois.server, known: ['taken-name.com'] } })
    closing.push(() => other.stop(), whois.close)
    expect(await other.check('google.com')).toMatchObject({ status: 'error' })
    expect(other.alarms()).toMatchObject([{ source: 'whois', server: whois.server }])
  })

  test('is replaced by WHOIS, which is proven', async () => {
    registered.clear()
    const whois = await fakeWhois((name, socket) =>
      socket.end(
        name === 'taken-name.com'
          ? 'Domain Name: TAKEN-NAME.COM\r\nRegistrar: X'
          : `No match for "${name.toUpperCase()}".`,
      ),
    )
    closing.push(whois.close)
    registries.servers = { com: { rdap: rdap.base, whois: whois.server, known: ['taken-name.com'] } }
    expect(await registries.check('mama.com')).toMatchObject({ status: 'available', source: 'whois' })
  })
})

describe('the proof', () => {
  test('is queried once an hour, in parallel to the first query', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => registries.check(`mama${at}.com`)))
    expect(rdap.asked.filter((name) => name === 'taken-name.com')).toHaveLength(1)
    registries.pass(30 * MINUTE)
    await statusOf('baba.com')
    expect(rdap.asked.filter((name) => name === 'taken-name.com')).toHaveLength(1)
  })

  test('needs one registered name, even if another one has expired', async () => {
    registered = new Set(['other-name.com'])
    expect(await statusOf('mama.com')).toBe('available')
  })

  test("is also a customer's query for exactly a known name", async () => {
    registered.add('somebody.com')
    registries.servers = { com: { rdap: rdap.base, known: ['taken-name.com'] } }
    expect(await statusOf('taken-name.com')).toBe('taken')
    expect(rdap.asked).toEqual(['taken-name.com'])
    expect(await statusOf('mama.com')).toBe('available')
    expect(rdap.asked).toEqual(['taken-name.com', 'mama.com'])
    registries.pass(60 * MINUTE)
    registered.delete('taken-name.com')
    expect(await statusOf('somebody.com')).toBe('taken')
    expect(await statusOf('baba.com')).toBe('error')
  })

  test('of one source or suffix proves nothing about another', async () => {
    const net = await fakeRdap((response) => sayAbsent(response))
    closing.push(net.close)
    registries.servers = {
      com: { rdap: rdap.base, known: ['taken-name.com'] },
      net: { rdap: rdap.base, known: ['taken-name.net'] },
    }
    expect(await statusOf('mama.com')).toBe('available')
    expect(await statusOf('mama.net')).toBe('error')
    registries.servers = { com: { rdap: net.base, known: ['taken-name.com'] } }
    expect(await statusOf('baba.com')).toBe('error')
  })
})
