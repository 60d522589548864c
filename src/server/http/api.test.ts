import type { AddressInfo } from 'node:net'
import { os } from '@orpc/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../database/database.ts'
import { createLog } from '../log/log.ts'
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
  await vi.waitFor(() => expect(waiting).toBe(10))
  const refused = await from('192.0.2.1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  const others = [from('192.0.2.2'), from('192.0.2.1', { authorization: 'Bearer somebody' })]
  await vi.waitFor(() => expect(waiting).toBe(12))
  letGo()
  expect((await Promise.all([...open, ...others])).map(({ status }) => status)).toEqual(Array(12).fill(200))
  await vi.waitFor(async () => expect((await from('192.0.2.1')).status).toBe(200))
})
