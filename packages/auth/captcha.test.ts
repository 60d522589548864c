import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuthServer, bearer, GOOD, someone, startAuth } from './testing/auth-server.ts'
import { mailbox } from './testing/mailbox.ts'

let auth: AuthServer
let service: Server
/** The requests that the captcha service got. */
const requested: URLSearchParams[] = []
beforeAll(async () => {
  service = createServer((request, answer) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      const form = new URLSearchParams(text)
      requested.push(form)
      if (form.get('response') === 'broken') return answer.writeHead(502).end('<html>')
      return answer.end(JSON.stringify({ success: form.get('response') === 'good' }))
    })
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  auth = await startAuth(
    {
      AUTH_CAPTCHA: 'hcaptcha',
      AUTH_CAPTCHA_SECRET: 'the secret',
      AUTH_CAPTCHA_SITE_KEY: 'site-key',
      AUTH_CAPTCHA_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`,
    },
    mailbox().send,
  )
})
afterAll(async () => {
  await auth.close()
  await new Promise((done) => service.close(done))
})

const calls: [path: string, body: object][] = [
  ['/signup', { email: 'a@example.com', password: GOOD }],
  ['/otp', { email: 'a@example.com' }],
  ['/magiclink', { email: 'a@example.com' }],
  ['/recover', { email: 'a@example.com' }],
  ['/resend', { type: 'signup', email: 'a@example.com' }],
  ['/sso', { domain: 'example.com' }],
  ['/token?grant_type=password', { email: 'a@example.com', password: GOOD }],
]

describe.each(calls)('%s', (path, body) => {
  const request = (captcha_token?: string, headers = {}) =>
    auth.call('POST', path, { ...body, gotrue_meta_security: { captcha_token } }, headers)
  const slug = async (...given: Parameters<typeof request>) => {
    const answer = await request(...given)
    return [answer.status, answer.body.error_code]
  }

  test('asks for a captcha token and takes a good one alone', async () => {
    expect(await slug()).toEqual([400, 'captcha_failed'])
    expect(await slug('')).toEqual([400, 'captcha_failed'])
    expect(await slug('bad')).toEqual([400, 'captcha_failed'])
    expect((await request('good')).body.error_code).not.toBe('captcha_failed')
    expect(Object.fromEntries(requested.at(-1)!)).toEqual({
      secret: 'the secret',
      response: 'good',
      remoteip: '127.0.0.1',
    })
  })

  test('refuses while the captcha service fails', async () => {
    expect(await slug('broken')).toEqual([500, 'unexpected_failure'])
  })

  test('asks nothing of a service key', async () => {
    const key = await auth.keys.sign({ role: 'service_role', exp: Math.floor(Date.now() / 1000) + 60 })
    expect((await slug(undefined, bearer(key)))[1]).not.toBe('captcha_failed')
  })
})

test('the client sends the token, and refreshing needs none', async () => {
  const client = auth.client()
  const options = { captchaToken: 'good' }
  const { data, error } = await client.signUp({ email: someone(), password: GOOD, options })
  expect(error).toBeNull()
  expect((await client.refreshSession(data.session!)).error).toBeNull()
})
