import { afterAll, expect, test } from 'vitest'
import { createLog } from '../log/log.ts'
import { createServer } from './server.ts'

const app = createServer({ TRUSTED_PROXY_HOPS: 1, SITE_URL: 'https://shop.example' }, createLog('silent'))
app.get('/who', (request) => ({ ip: request.ip }))
app.get('/own', (_request, reply) => reply.header('cache-control', 'public').send('x'))
afterAll(() => app.close())

const secured = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

test.each([
  ['/who', 200],
  ['/nowhere', 404],
  ['/%', 400],
])('%s answers %d with every security header', async (url, status) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject(secured)
  expect((await app.inject('/own')).headers['cache-control']).toBe('public')
})

test('an address that cannot be read is refused in the shape of the contract, and not repeated', async () => {
  expect((await app.inject('/%<script>')).json()).toMatchObject({
    defined: false,
    code: 'BAD_REQUEST',
    status: 400,
  })
  expect((await app.inject('/%<script>')).body).not.toContain('script')
})

test.each([
  ['9.9.9.9, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
])('of an address told as "%s", what the trusted proxy saw counts', async (told, ip) => {
  const answer = await app.inject({
    url: '/who',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': told },
  })
  expect(answer.json()).toEqual({ ip })
})
