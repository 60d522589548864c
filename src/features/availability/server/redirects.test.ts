import { afterEach, describe, expect, test } from 'vitest'
import { testEngine } from './testing/engine.ts'
import {
  type FakeRdap,
  fakeRdap,
  type RdapAnswer,
  sayAbsent,
  sayTaken,
  selfSigned,
} from '@kikoa/registry-answers/testing'
import { createTransport, type TransportOptions } from './transport.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function server(answer: RdapAnswer): Promise<FakeRdap> {
  const rdap = await fakeRdap(answer)
  closing.push(rdap.close)
  return rdap
}

const to =
  (location: string, status = 302): RdapAnswer =>
  (response) =>
    void response.writeHead(status, { location }).end()

function call(base: string, options: TransportOptions = {}) {
  const engine = testEngine({ com: { rdap: base } }, { world: { transport: createTransport(options) } })
  closing.push(() => engine.stop())
  return engine.check('mama.com')
}

/** In these tests loopback addresses count as public, except those that a test declares internal. */
const everywhere = { isPublic: () => true }

describe('a redirect', () => {
  test('to an internal address is not followed, not even by a server that has one', async () => {
    const inner = await server((response) => sayAbsent(response))
    for (const location of [
      `${inner.base}domain/mama.com`,
      `http://localhost:${inner.port}/domain/mama.com`,
      `http://[::ffff:127.0.0.1]:${inner.port}/domain/mama.com`,
      `http://0x7f000001:${inner.port}/domain/mama.com`,
      `http://2130706433:${inner.port}/`,
      `http://127.1:${inner.port}/`,
    ]) {
      const outer = await server(to(location))
      expect(await call(outer.base), location).toMatchObject({ status: 'error' })
    }
    const itself = await server((response, name) => to(`/${name}/again`)(response, name, undefined as never))
    expect(await call(itself.base)).toMatchObject({ status: 'error' })
    expect(itself.asked).toEqual(['mama.com'])
    expect(inner.asked).toEqual([])
    expect(inner.connections()).toBe(0)
  })

  test('to a host with one internal address among public ones is not followed', async () => {
    const inner = await server((response) => sayAbsent(response))
    const outer = await server(to(`http://registry.test:${inner.port}/domain/mama.com`))
    const resolve = async () => [
      { address: '1.1.1.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    expect(await call(outer.base, { resolve })).toMatchObject({ status: 'error' })
    expect(inner.connections()).toBe(0)
  })

  test('connects to the checked address, whatever a second lookup returns', async () => {
    const inner = await server((response, name) => sayTaken(response, name))
    const outer = await server(to(`http://registry.test:${inner.port}/domain/mama.com`))
    let asked = 0
    // First a public address, then an internal one: DNS rebinding.
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    const isPublic = (address: string) => address === '127.0.0.1'
    expect(await call(outer.base, { resolve, isPublic })).toMatchObject({ status: 'taken' })
    expect(asked).toBe(1)
  })

  test.each([301, 302, 303, 307, 308])('%s to a public address is followed', async (status) => {
    const target = await server((response, name) => sayTaken(response, name))
    const outer = await server(to(`${target.base}domain/mama.com`, status))
    expect(await call(outer.base, everywhere)).toMatchObject({ status: 'taken' })
  })

  test('is followed at most three times', async () => {
    const chain = (hops: number) =>
      server((response, name, request) => {
        const at = Number(new URL(request.url!, 'http://x').searchParams.get('hop') ?? 0)
        if (at < hops) to(`/domain/${name}?hop=${at + 1}`)(response, name, request)
        else sayAbsent(response)
      })
    const three = await chain(3)
    expect(await call(three.base, everywhere)).toMatchObject({ status: 'available' })
    // Nine questions with the probe and the control: at least one connection serves two of them.
    expect(three.connections()).toBeLessThan(9)
    const four = await chain(4)
    expect(await call(four.base, everywhere)).toMatchObject({ status: 'error' })
  })

  test('from https to http is not followed', async () => {
    const plain = await server((response) => sayAbsent(response))
    const certificate = selfSigned()
    const secure = await fakeRdap(to(`${plain.base}domain/mama.com`), certificate)
    closing.push(secure.close)
    expect(await call(secure.base, { ...everywhere, ca: certificate.cert })).toMatchObject({
      status: 'error',
    })
    expect(secure.asked).toEqual(['mama.com'])
    expect(plain.asked).toEqual([])
  })

  test('in a loop ends', async () => {
    const circle = await server((response, name, request) =>
      to(request.url!.startsWith('/domain') ? `/other/${name}` : `/domain/${name}`)(response, name, request),
    )
    expect(await call(circle.base, everywhere)).toMatchObject({ status: 'error' })
    const itself = await server((response, name, request) => to(request.url!)(response, name, request))
    expect(await call(itself.base, everywhere)).toMatchObject({ status: 'error' })
  })

  test.each(['ftp://1.1.1.1/x', 'javascript:alert(1)', 'http://user:secret@1.1.1.1/', 'gopher://x/', '//'])(
    'to %s is not followed',
    async (location) => {
      const outer = await server(to(location))
      expect(await call(outer.base, everywhere)).toMatchObject({ status: 'error' })
    },
  )
})
