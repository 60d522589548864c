import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthServer, startAuth } from '../testing/auth-server.ts'

let auth: AuthServer
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

test('a call that is not done in ten seconds answers 504, and others go on meanwhile', async () => {
  const { hostname, port, pathname } = new URL(auth.url)
  const slow = request({
    hostname,
    port,
    path: `${pathname}/signup`,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '100' },
  })
  const status = new Promise<number | undefined>((resolve) =>
    slow.on('response', (answer) => resolve(answer.statusCode)).on('error', () => resolve(undefined)),
  )
  slow.write('{')
  expect((await auth.call('GET', '/health')).status).toBe(200)
  expect(await status).toBe(504)
  slow.destroy()
})
