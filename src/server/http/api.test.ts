import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { os } from '@orpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { createLog } from '../log.ts'
import { commonErrors } from '../../shared/api-error.ts'
import { mountApi } from './api.ts'
import { createServer } from './server.ts'

/** Here a visitor may have ten open calls and make 30 a minute. */
const SCALE = 0.05

const app = createServer({ TRUSTED_PROXY_HOPS: 1, SITE_URL: 'https://shop.example' }, createLog('silent'))
let url: string
let waiting = 0
let letGo: () => void
const gate = new Promise<void>((done) => (letGo = done))
beforeAll(async () => {
  const router = {
    wait: os.route({ method: 'GET', path: '/wait' }).handler(async () => {
      waiting++
      await gate
      return {}
    }),
    stream: os.route({ method: 'GET', path: '/stream' }).handler(async function* () {
      yield { domain: 'mawimbi.com' }
      throw new TypeError('a secret of the server')
    }),
    list: os
      .route({ method: 'GET', path: '/list' })
      .handler(() => ({ items: Array(500).fill('mawimbi.com') })),
  }
  mountApi(app, router as never, {
    database: {} as Database,
    identify: async (token) => ({ person: token, session: token }),
    now: () => new Date(),
    limitScale: SCALE,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/wait`
})
afterAll(() => app.close())

test('visitors of one address have a bounded number of calls open at once, and people have their own', async () => {
  const from = (ip: string, headers = {}) => fetch(url, { headers: { 'x-forwarded-for': ip, ...headers } })
  const open = Array.from({ length: 10 }, () => from('192.0.2.1'))
  await expect.poll(() => waiting).toBe(10)
  const refused = await from('192.0.2.1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  const others = [from('192.0.2.2'), from('192.0.2.1', { authorization: 'Bearer somebody' })]
  await expect.poll(() => waiting).toBe(12)
  letGo()
  expect((await Promise.all([...open, ...others])).map(({ status }) => status)).toEqual(Array(12).fill(200))
  await expect.poll(async () => (await from('192.0.2.1')).status).toBe(200)
})

test('a stream that fails once it has begun ends with the body of any other failure', async () => {
  const answer = await fetch(url.replace('wait', 'stream'), { headers: { authorization: 'Bearer reader' } })
  const events = (await answer.text()).split('\n\n')
  expect(events.some((event) => event.includes('mawimbi.com'))).toBe(true)
  const failed = events.find((event) => event.startsWith('event: error'))!
  expect(JSON.parse(/^data: (.*)$/m.exec(failed)![1]!)).toEqual({
    code: 'INTERNAL_SERVER_ERROR',
    ...commonErrors.INTERNAL_SERVER_ERROR,
    request_id: answer.headers.get('x-request-id'),
  })
})

test('an answer is compressed as its caller asks, a short one is not', async () => {
  const list = url.replace('wait', 'list')
  const plain = JSON.stringify({ items: Array(500).fill('mawimbi.com') })
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { answer, bytes } = await ask(list, encoding)
    expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
    expect(answer.headers['vary']).toContain('Accept-Encoding')
    expect(Number(answer.headers['content-length'])).toBe(bytes.length)
    const decoded = { br: brotliDecompressSync, gzip: gunzipSync, identity: String }[encoding]!(bytes)
    expect(String(decoded)).toBe(plain)
    if (encoding !== 'identity') expect(bytes.length).toBeLessThan(plain.length / 5)
  }
  expect((await ask(url, 'br')).answer.headers['content-encoding']).toBeUndefined()
})

/** The bytes as they were sent: `fetch` would decompress them. */
async function ask(address: string, encoding: string) {
  const request = get(address, {
    headers: { 'accept-encoding': encoding, authorization: `Bearer ${encoding}` },
  })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return { answer, bytes: await buffer(answer) }
}
