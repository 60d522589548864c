import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { askRegistries, type Servers } from '../testing/asking.ts'
import {
  fakeRdap,
  fakeWhois,
  knownTo,
  type RdapAnswer,
  sayAbsent,
  sayJson,
  sayTaken,
} from '../testing/registries.ts'

/** The control question: when it is asked, and what happens without an answer to it. */

const MINUTE = 60_000
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

function registriesFor(servers: Servers, random?: () => number) {
  const registries = askRegistries(servers, { random })
  closing.push(() => registries.stop())
  return registries
}

async function rdap(answer: RdapAnswer = (response) => sayAbsent(response)) {
  const server = await fakeRdap(answer)
  closing.push(server.close)
  return server
}

async function whois(answer: Parameters<typeof fakeWhois>[0]) {
  const server = await fakeWhois(answer)
  closing.push(server.close)
  return server
}

const isControl = (name: string) => name.startsWith('sample-control-')
const foreign = (name: string) => `Jina ${name} halijasajiliwa\r\n`
const names = (count: number) => Array.from({ length: count }, (_, at) => `mama${at}.com`)

describe('the control question', () => {
  test('is asked once an hour, about a long random label, however many names are looked up at once', async () => {
    const server = await rdap()
    const registries = registriesFor({ com: { rdap: server.base } }, Math.random)
    const answers = await Promise.all(names(30).map((name) => registries.check(name)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['available']))
    expect(server.controls).toEqual([expect.stringMatching(/^sample-control-[a-z0-9]{24}\.com$/)])
    registries.pass(59 * MINUTE)
    await Promise.all(names(30).map((name) => registries.check(name)))
    expect(server.controls).toHaveLength(1)
    registries.pass(MINUTE)
    await Promise.all(names(30).map((name) => registries.check(name)))
    expect(server.controls).toHaveLength(2)
    expect(server.controls[1]).not.toBe(server.controls[0])
  })

  test('is asked once if all of the lookups need its answer', async () => {
    const sockets: Socket[] = []
    const server = await whois((name, socket) =>
      isControl(name) ? void sockets.push(socket) : socket.end(foreign(name)),
    )
    const registries = registriesFor({ com: { whois: server.server } })
    const answers = Promise.all(names(12).map((name) => registries.check(name)))
    while (server.asked.length < 12 || sockets.length < 1) await new Promise((next) => setImmediate(next))
    sockets[0]!.end(foreign(server.controls[0]!))
    expect((await answers).map(({ status }) => status)).toEqual(Array(12).fill('available'))
    expect(server.controls).toHaveLength(1)
  })

  test('is asked of each source and suffix', async () => {
    const server = await rdap()
    const registries = registriesFor({ com: { rdap: server.base }, net: { rdap: server.base } })
    for (const name of ['mama.com', 'mama.net', 'baba.com', 'baba.net']) await registries.check(name)
    expect(server.controls.map((name) => name.split('.')[1])).toEqual(['com', 'net'])
  })

  test('is asked again where the source is replaced', async () => {
    const [one, other] = [await rdap(), await rdap()]
    const registries = registriesFor({ com: { rdap: one.base } })
    await registries.check('mama.com')
    registries.servers = { com: { rdap: other.base } }
    await registries.check('baba.com')
    expect([one.controls.length, other.controls.length]).toEqual([1, 1])
  })

  test('without a usable answer is asked again after ten minutes', async () => {
    const server = await rdap((response, name) =>
      isControl(name) ? sayTaken(response, name) : sayAbsent(response),
    )
    const registries = registriesFor({ com: { rdap: server.base } })
    for (const pass of [0, 9 * MINUTE, MINUTE]) {
      registries.pass(pass)
      expect(await registries.check('mama.com')).toMatchObject({ status: 'available' })
    }
    expect(server.controls).toHaveLength(2)
  })
})

describe('a limit that begins after the control question', () => {
  test.each(['Kyselyraja ylitetty', 'By our terms you have to be patient with us from this question on.'])(
    'is seen in any language: %s',
    async (limit) => {
      let isLimited = false
      const server = await whois((name, socket) =>
        socket.end(`${isLimited ? `${limit}\r\n` : ''}No match for "${name.toUpperCase()}".\r\n`),
      )
      const registries = registriesFor({ com: { whois: server.server } })
      expect(await registries.check('mama.com')).toMatchObject({ status: 'available' })
      isLimited = true
      expect(await registries.check('baba.com')).toMatchObject({ status: 'error' })
      isLimited = false
      expect(await registries.check('dada.com')).toMatchObject({ status: 'available' })
    },
  )

  test('and is all that it answers makes no name free, even if the control was it too', async () => {
    let isLimited = false
    const server = await whois((name, socket) => {
      if (name === 'taken.com')
        return socket.end(isLimited ? foreign(name) : 'Domain Name: taken.com\r\nRegistrar: X\r\n')
      if (isControl(name)) isLimited = true
      return socket.end(foreign(name))
    })
    const registries = registriesFor({ com: { whois: server.server, known: ['taken.com'] } })
    expect(await registries.check('taken.com')).toMatchObject({ status: 'taken' })
    // The registered name is asked again after the control, and has no record any more.
    expect(await registries.check('mama.com')).toMatchObject({ status: 'error' })
  })
})

describe('without an answer to the control question', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())
  const absent = (name: string) => `No match for "${name.toUpperCase()}".\r\n`
  const faults: [string, (socket: Socket) => void][] = [
    ['that hangs', () => {}],
    ['that drips', (socket) => void socket.write('No match')],
    ['that is cut', (socket) => void (socket.write('No ma'), setImmediate(() => socket.resetAndDestroy()))],
    ['that is empty', (socket) => void socket.end()],
    ['that is a limit', (socket) => void socket.end('Too many requests\r\n')],
  ]

  test.each(faults)('%s the text rules decide at once', async (_, fault) => {
    const server = await whois((name, socket) => (isControl(name) ? fault(socket) : socket.end(absent(name))))
    const registries = registriesFor({ com: { whois: server.server } })
    // No timer has to end: time stands still.
    const answers = await Promise.all(names(8).map((name) => registries.check(name)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill('available'))
    expect(server.controls).toHaveLength(1)
  })

  test.each(faults)('%s a sentence that only it could explain is unknown within 1.2 s', async (_, fault) => {
    const server = await whois((name, socket) =>
      isControl(name) ? fault(socket) : socket.end(foreign(name)),
    )
    const registries = registriesFor({ com: { whois: server.server } })
    const statuses: string[] = []
    for (const name of names(8))
      registries.check(name).then(
        ({ status }) => statuses.push(status),
        () => {},
      )
    while (server.asked.length < 8 || server.controls.length < 1)
      await new Promise((next) => setImmediate(next))
    for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next))
    await vi.advanceTimersByTimeAsync(1_200)
    while (statuses.length < 8) await new Promise((next) => setImmediate(next))
    expect(statuses).toEqual(Array(8).fill('error'))
    expect(server.controls).toHaveLength(1)
    // The next ones don't wait for it.
    expect(await registries.check('baba.com')).toMatchObject({ status: 'error' })
    expect(server.controls).toHaveLength(1)
  })

  test.each([
    ['that hang', () => {}],
    ['that are cut', (response: ServerResponse) => void response.socket?.destroy()],
    ['that are not understood', (response: ServerResponse) => void response.writeHead(404).end('<p>')],
  ])('of many suffixes, %s, their host is not paused', async (_, fault) => {
    const server = await rdap((response, name) => (isControl(name) ? fault(response) : sayAbsent(response)))
    const suffixes = ['com', 'net', 'org', 'info', 'xyz', 'io', 'me', 'app', 'dev', 'tech', 'site', 'store']
    const registries = registriesFor(
      Object.fromEntries(suffixes.map((suffix) => [suffix, { rdap: server.base }])),
    )
    const check = async (label: string) =>
      (await Promise.all(suffixes.map((suffix) => registries.check(`${label}.${suffix}`)))).map(
        ({ status }) => status,
      )
    const free = Array(suffixes.length).fill('available')
    expect(await check('mama')).toEqual(free)
    while (server.controls.length < suffixes.length) await new Promise((next) => setImmediate(next))
    await vi.advanceTimersByTimeAsync(1_200)
    for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next))
    expect(await check('baba')).toEqual(free)
  })

  test('WHOIS is asked before the share of RDAP is over', async () => {
    const port43 = await whois((name, socket) => socket.end(absent(name)))
    const server = await rdap((response, name) => {
      if (!isControl(name)) sayJson(response, 404, { errorCode: 404, title: 'Not Found' })
    })
    const registries = registriesFor({ com: { rdap: server.base, whois: port43.server } })
    const answer = registries.check('mama.com')
    while (server.asked.length < 1 || server.controls.length < 1)
      await new Promise((next) => setImmediate(next))
    for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next))
    await vi.advanceTimersByTimeAsync(1_200)
    expect(await answer).toMatchObject({ status: 'available', source: 'whois' })
  })

  test('a 404 without a body is not enough', async () => {
    const server = await rdap((response, name) => {
      if (isControl(name)) response.socket?.destroy()
      else response.writeHead(404).end()
    })
    const registries = registriesFor({ com: { rdap: server.base } })
    expect(await registries.check('mama.com')).toMatchObject({ status: 'error' })
    expect(await registries.check(knownTo('com'))).toMatchObject({ status: 'taken' })
  })
})
