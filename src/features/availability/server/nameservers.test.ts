import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { findAnswer, createNameservers } from './find-answer.ts'
import { testEngine } from './testing/engine.ts'
import { fakeRdap, sayTaken } from '@kikoa/registry-answers/testing'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The name in a DNS question: labels, each after its length (RFC 1035 §3.1). */
function nameIn(question: Buffer): string {
  const labels: string[] = []
  for (let at = 0; question[at]; at += question[at]! + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!))
  return labels.join('.').toLowerCase()
}

/** A name server (RFC 1035 §4.1) that knows the NS records of some names, and answers others with a code. */
async function resolver(known: Record<string, string[]>, code = 3): Promise<string> {
  const socket = createSocket('udp4')
  const encode = (name: string) =>
    Buffer.concat([
      ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
      Buffer.from([0]),
    ])
  socket.on('message', (message, { port, address }) => {
    const question = message.subarray(12, message.indexOf(0, 12) + 5)
    const name = nameIn(question)
    const answers = (known[name] ?? []).map((host) => {
      const data = encode(host)
      return Buffer.concat([Buffer.from([0xc0, 12, 0, 2, 0, 1, 0, 0, 0, 60, 0, data.length]), data])
    })
    const header = Buffer.from([
      message[0]!,
      message[1]!,
      0x81,
      0x80 | (answers.length > 0 ? 0 : code),
      0,
      1,
      0,
      answers.length,
      0,
      0,
      0,
      0,
    ])
    socket.send(Buffer.concat([header, question, ...answers]), port, address)
  })
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  closing.push(() => socket.close())
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`
}

describe('nameservers', () => {
  test('are found', async () => {
    const look = createNameservers(1_000, [
      await resolver({ 'mama.com': ['ns1.example.net', 'ns2.example.net'] }),
    ])
    expect((await look('mama.com')).sort()).toEqual(['ns1.example.net', 'ns2.example.net'])
    expect(await look('papa.com')).toEqual([])
  })

  test.each([0, 2, 3, 5])('are none where the answer is empty, with code %i', async (code) => {
    expect(await createNameservers(1_000, [await resolver({}, code)])('mama.com')).toEqual([])
  })
})

describe('a name', () => {
  async function engineWith(
    nameservers: (name: string) => Promise<string[]>,
    answer: Parameters<typeof fakeRdap>[0],
  ) {
    const rdap = await fakeRdap(answer)
    const engine = testEngine({ com: { rdap: rdap.base } }, { world: { nameservers } })
    closing.push(() => engine.stop(), rdap.close)
    return engine
  }

  test('with nameservers is taken, even if no other source answers', async () => {
    const engine = await engineWith(
      async () => ['ns1.example.net'],
      () => {},
    )
    expect(await engine.check('mama.com')).toMatchObject({ status: 'taken', source: 'dns' })
    expect(await engine.check('mama.unheard-of')).toMatchObject({ status: 'taken', source: 'dns' })
  })

  test('without nameservers is not available for that reason', async () => {
    const engine = await engineWith(
      async () => [],
      (response, name) => sayTaken(response, name),
    )
    expect(await engine.check('mama.com')).toMatchObject({ status: 'taken', source: 'rdap' })
    const silent = await engineWith(
      async () => [],
      (response) => void response.writeHead(500).end(),
    )
    expect(await silent.check('mama.com')).toMatchObject({ status: 'error' })
    expect(await silent.check('mama.unheard-of')).toMatchObject({ status: 'unsupported', source: null })
  })

  test("is cached with the registry's later answer", async () => {
    const late = Promise.withResolvers<void>()
    const engine = await engineWith(
      async () => ['ns1.example.net'],
      (response, name) =>
        void late.promise.then(() => sayTaken(response, name, { status: ['redemption period'] })),
    )
    expect(await engine.check('mama.com')).toMatchObject({ status: 'taken', source: 'dns' })
    late.resolve()
    while ((await engine.check('mama.com')).source === 'dns') await new Promise((next) => setImmediate(next))
    expect(await engine.check('mama.com')).toMatchObject({ status: 'redemption', source: 'rdap' })
  })

  test('with nameservers does not become available by a late answer of the registry', async () => {
    const late: string[] = []
    const said = (status: 'available' | 'taken') =>
      findAnswer(
        'mama.com',
        {
          suffix: 'com',
          registry: {
            entry: 'com',
            origin: 'file',
            isOperators: true,
            known: ['example.com'],
            rdap: 'http://x/',
          },
        },
        {
          nameservers: async () => ['ns1.example.net'],
          queryRegistry: () => new Promise((done) => setImmediate(() => done({ status, source: 'rdap' }))),
          registrar: undefined,
        },
        { callers: [], sent: 0 },
        new AbortController().signal,
        (finding) => late.push(finding.status),
      )
    expect(await said('available')).toMatchObject({ status: 'taken', source: 'dns' })
    expect(await said('taken')).toMatchObject({ status: 'taken', source: 'dns' })
    while (late.length === 0) await new Promise((next) => setImmediate(next))
    expect(late).toEqual(['taken'])
  })
})
