import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../../server/database/database.ts'
import { createServer, type Server } from '../../../server/http/server.ts'
import { createLog } from '../../../server/log.ts'
import type { Pages } from '../../../server/pages/pages.ts'
import { registerContactForm } from './contact-form.ts'

/** The contact form as a browser without script sends it. */

const site = 'https://duka.example'
const html =
  '<input type="text" name="name"><input name="email"><textarea rows="5" name="message"></textarea>'
const pages = {
  page: (_path: string, { notice }: { notice: string }) => ({
    html: Buffer.from(`${notice} ${html}`),
    contentSecurityPolicy: "default-src 'none'",
    locale: 'en',
  }),
} as unknown as Pages
const write = vi.fn<() => Promise<void>>(async () => {})
const limit = vi.fn<() => Promise<number>>(async () => 0)
let app: Server
beforeAll(async () => {
  app = createServer({ TRUSTED_PROXY_HOPS: 0, SITE_URL: site }, createLog('silent'))
  await registerContactForm(app, { database: { write } as unknown as Database, pages, siteUrl: site, limit })
  await app.ready()
})
afterAll(() => app.close())

test('a NUL, which no text of a person’s holds, is refused and kept nowhere', async () => {
  const answer = await send({ ...written, message: 'Hello\0' })
  expect(answer.statusCode).toBe(400)
  expect(write).not.toHaveBeenCalled()
})

const written = { name: 'Neema', email: 'neema@example.com', message: 'Hello' }
const send = (
  fields: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) => {
  write.mockClear()
  return app.inject({
    method: 'POST',
    url: '/support',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
}

test('a message is kept, and the page that says thanks is shown by GET', async () => {
  const answer = await send(written)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/support?notice=message-sent'])
  expect(write).toHaveBeenCalledOnce()
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: site }],
  ['another host of the domain', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['no page at all', {}],
])('a form from %s is refused and nothing is kept', async (_, headers) => {
  expect((await send(written, headers)).statusCode).toBe(403)
  expect(write).not.toHaveBeenCalled()
})

test('an older browser proves its page by its origin', async () => {
  expect((await send(written, { origin: site })).statusCode).toBe(303)
})

test('what fills in the hidden field is thanked, and nothing is kept', async () => {
  expect((await send({ ...written, website: 'https://spam.example' })).statusCode).toBe(303)
  expect(write).not.toHaveBeenCalled()
})

test('a refusal gives back everything that was typed, as text', async () => {
  const answer = await send({ name: '"><script>x</script>', email: 'neema', message: '\n</textarea>$&' })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain('message-incomplete')
  expect(answer.body).toContain('value="&#34;&#62;&#60;script&#62;x&#60;/script&#62;"')
  expect(answer.body).toContain('name="message">\n\n&#60;/textarea&#62;$&#38;</textarea>')
  expect(answer.body).not.toContain('<script>')
})

test('too many say so, with what was typed and when to come back', async () => {
  limit.mockResolvedValueOnce(42)
  const answer = await send(written)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '42'])
  expect(answer.body).toContain('value="Neema"')
})

test('a database that is away says so, with what was typed', async () => {
  write.mockRejectedValueOnce(new Error('away'))
  const answer = await send(written)
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('message-failed')
})

test.each(['application/json', 'text/plain'])('%s is no form', async (type) => {
  expect((await send(written, { 'content-type': type, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(
    415,
  )
})
