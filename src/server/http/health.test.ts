import { afterAll, expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { createLog } from '../log.ts'
import { registerHealth } from './health.ts'
import { createServer } from './server.ts'

const app = createServer({ TRUSTED_PROXY_HOPS: 0, SITE_URL: 'https://shop.example' }, createLog('silent'))
const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 }
registerHealth(app, {
  database: { pool, customers: pool } as Database,
  openStreams: () => 3,
  token: 'sixteen-letters-',
})
afterAll(() => app.close())

const metrics = (headers: object = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url: '/metrics', remoteAddress, headers: { host: '127.0.0.1:3000', ...headers } })

test('the metrics are read on the machine itself', async () => {
  const answer = await metrics()
  expect([answer.statusCode, answer.body.includes('kikoa_live_streams 3')]).toEqual([200, true])
  expect((await metrics({ host: '[::1]:3000' }, '::1')).statusCode).toBe(200)
})

test.each([
  [{ 'x-forwarded-for': '127.0.0.1' }],
  [{ forwarded: 'for=192.0.2.1' }],
  [{ 'x-real-ip': '192.0.2.1' }],
  [{ via: '1.1 proxy' }],
  [{ host: 'shop.example' }],
])('they are not for whom a proxy of the same machine passes on: %j', async (headers) => {
  expect((await metrics(headers)).statusCode).toBe(404)
})

test('from elsewhere they are for who has the token', async () => {
  expect((await metrics({}, '192.0.2.1')).statusCode).toBe(404)
  expect((await metrics({ authorization: 'Bearer sixteen-letters+' }, '192.0.2.1')).statusCode).toBe(404)
  expect((await metrics({ authorization: 'Bearer sixteen-letters-' }, '192.0.2.1')).statusCode).toBe(200)
})
