import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { readAllowedTargets, type Resolve } from '../../../server/http/outbound.ts'
import { selfSigned } from '@kikoa/registry-answers/testing'
import { postWebhook } from './post-webhook.ts'
import { type Receiver, startReceiver, verified } from './testing/receiver.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function receiver(certificate?: { key: string; cert: string }): Promise<Receiver> {
  const started = await startReceiver(certificate)
  closing.push(started.close)
  return started
}

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`
const body = JSON.stringify({
  type: 'order.placed',
  timestamp: '2026-11-24T12:00:00.000Z',
  data: { id: 'ä' },
})
const loopback = readAllowedTargets('127.0.0.0/8')!
const nothing = readAllowedTargets('')!
const post = (url: string, { allowed = loopback, resolve, ...more }: Record<string, unknown> = {}) =>
  postWebhook({ allowed, ...(resolve ? { resolve } : {}) } as Parameters<typeof postWebhook>[0], {
    url,
    id: 'msg_1',
    body,
    secrets: [secret],
    now: new Date(),
    ...more,
  })

describe('a webhook', () => {
  test('arrives with its id, its time and a signature that the package verifies', async () => {
    const to = await receiver()
    expect(await post(to.url)).toEqual({ isSent: true, status: 200, answer: 'thank you', reason: null })
    const [arrival] = to.arrivals
    expect(verified(secret, arrival!)).toEqual(JSON.parse(body))
    expect(arrival!.headers).toMatchObject({
      'webhook-id': 'msg_1',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(() => verified(secret, { ...arrival!, body: body.replace('ä', 'b') })).toThrow(
      'No matching signature found',
    )
  })

  test('is signed by each secret', async () => {
    const to = await receiver()
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    await post(to.url, { secrets: [other, secret] })
    for (const one of [secret, other])
      expect(verified(one, to.arrivals[0]!)).toMatchObject({ type: 'order.placed' })
  })

  test('goes over HTTPS to a certificate that is trusted', async () => {
    const certificate = selfSigned()
    const to = await receiver(certificate)
    expect(await post(to.url)).toMatchObject({ isSent: false, reason: 'no-connection' })
    expect(to.arrivals).toEqual([])
    expect(await post(to.url, { ca: certificate.cert })).toMatchObject({ isSent: true })
  })

  test('of which the answer is large is read as far as it is stored', async () => {
    const to = await receiver()
    let isClosed: Promise<unknown> | undefined
    to.answers.push((response) => {
      isClosed = new Promise((done) => response.on('close', done))
      response.writeHead(500)
      const more = () => {
        while (!response.destroyed && response.write('\0é'.repeat(10_000)));
        response.once('drain', more)
      }
      more()
    })
    const { answer, status } = await post(to.url)
    expect([status, answer]).toEqual([500, 'é'.repeat(1000)])
    await isClosed
  })

  test('fails by a status, and after a time', async () => {
    const to = await receiver()
    to.answers.push(
      (response) => void response.writeHead(503).end('busy'),
      () => {},
    )
    expect(await post(to.url)).toEqual({ isSent: false, status: 503, answer: 'busy', reason: 'status' })
    expect(await post(to.url, { timeoutMs: 50 })).toMatchObject({ isSent: false, reason: 'timeout' })
  })
})

describe('an internal address', () => {
  test('is not connected to, whatever its form', async () => {
    const to = await receiver()
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '[::1]', 'localhost'])
      for (const protocol of ['http', 'https'])
        expect(
          await post(`${protocol}://${host}:${to.port}/`, { allowed: nothing }),
          `${protocol}://${host}`,
        ).toMatchObject({ reason: 'inner-address', status: null })
    expect(to.connections()).toBe(0)
  })

  test('behind a public name is not connected to', async () => {
    const to = await receiver()
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    expect(await post(`https://shop.example:${to.port}/`, { allowed: nothing, resolve })).toMatchObject({
      reason: 'inner-address',
    })
    expect(to.connections()).toBe(0)
  })

  test('is not reached by a name whose next look-up would return it', async () => {
    const inner = await receiver()
    // Nothing listens at the address that was checked.
    const unused = createServer()
    await new Promise<void>((done) => unused.listen(0, '127.0.0.2', done))
    await new Promise((done) => unused.close(done))
    const answers = ['127.0.0.2', '127.0.0.1']
    let asked = 0
    const resolve: Resolve = async () => [{ address: answers[asked++] ?? '127.0.0.1', family: 4 }]
    expect(
      await post(`http://rebinding.example:${inner.port}/`, {
        allowed: readAllowedTargets('127.0.0.2/32'),
        resolve,
      }),
    ).toMatchObject({ isSent: false, reason: 'no-connection' })
    expect([asked, inner.connections()]).toEqual([1, 0])
  })

  test('is not reached by a redirect', async () => {
    const inner = await receiver()
    const outer = await receiver()
    for (const status of [301, 302, 303, 307, 308]) {
      outer.answers.push((response) => void response.writeHead(status, { location: inner.url }).end())
      expect(await post(outer.url)).toMatchObject({ isSent: false, status, reason: 'redirect' })
    }
    expect(inner.connections()).toBe(0)
  })
})
