import { afterEach, describe, expect, test } from 'vitest'
import Fastify, { type FastifyInstance } from 'fastify'
import { readAuthSettings } from './settings.ts'
import { captchaFrame, registerCaptchaFrame } from './captcha.ts'

const set = { AUTH_CAPTCHA: 'turnstile', AUTH_CAPTCHA_SITE_KEY: '0x4AAA', AUTH_CAPTCHA_SECRET: 'secret' }
const configOf = (settings: Record<string, string>) => ({
  SITE_URL: 'https://shop.example.com',
  ...readAuthSettings(settings),
})
const toLanguage = (text: string | undefined) => (text === 'sw' ? 'sw' : 'en')

let app: FastifyInstance | undefined
afterEach(() => app?.close())

async function frame(settings: Record<string, string>, query = '') {
  const config = configOf(settings)
  app = Fastify()
  registerCaptchaFrame(app, config, toLanguage)
  const { statusCode, headers, body } = await app.inject(`/captcha-frame${query}`)
  return { statusCode, body, policy: String(headers['content-security-policy']).split('; '), headers }
}

describe('the document around the captcha', () => {
  test('stands only where a service is set', async () => {
    expect((await frame({})).statusCode).toBe(404)
    expect(captchaFrame(configOf({}))).toBeUndefined()
  })

  test.each([
    [
      'turnstile',
      'https://challenges.cloudflare.com',
      'https://challenges.cloudflare.com/turnstile/v0/api.js',
    ],
    ['hcaptcha', 'https://hcaptcha.com https://*.hcaptcha.com', 'https://js.hcaptcha.com/1/api.js'],
  ])('of %s reaches the hosts of that service and no others', async (service, hosts, script) => {
    const { policy, body, headers } = await frame({ ...set, AUTH_CAPTCHA: service })
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src 'self' ${hosts}`,
      `style-src ${hosts} 'unsafe-inline'`,
      `img-src ${hosts} data:`,
      `font-src ${hosts} data:`,
      `connect-src ${hosts}`,
      `frame-src ${hosts}`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ])
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(body).toContain(`data-script="${script}"`)
    expect(body).toContain('data-sitekey="0x4AAA"')
    expect(body).not.toContain('secret')
  })

  test('takes the script from beside the address that the operator names', async () => {
    const { policy, body } = await frame({
      ...set,
      AUTH_CAPTCHA_URL: 'https://captcha.example.net/v0/siteverify?a="b"&c',
    })
    expect(policy).toContain("script-src 'self' https://captcha.example.net")
    expect(body).toContain('data-script="https://captcha.example.net/v0/api.js"')
  })

  test.each([
    ['?language=sw', '<html lang="sw">'],
    ['?language="><script>', '<html lang="en">'],
    ['', '<html lang="en">'],
  ])('%s speaks a language of the host', async (query, html) => {
    expect((await frame(set, query)).body).toContain(html)
  })
})

test('a frame on an address of its own is out of reach of the session, and talks to the shop’s pages alone', async () => {
  const settings = { ...set, AUTH_CAPTCHA_FRAME: 'https://captcha.shop.example.com/x' }
  expect(captchaFrame(configOf(settings))).toEqual({
    src: 'https://captcha.shop.example.com/captcha-frame',
    source: 'https://captcha.shop.example.com',
  })
  const { policy, body } = await frame(settings)
  expect(policy).toContain('frame-ancestors https://shop.example.com')
  expect(body).toContain('data-page="https://shop.example.com"')
  expect(captchaFrame(configOf(set))).toEqual({ src: '/captcha-frame', source: "'self'" })
})

test.each(['AUTH_CAPTCHA', 'AUTH_CAPTCHA_SITE_KEY', 'AUTH_CAPTCHA_SECRET'])(
  'a captcha without %s does not start: nobody could log in',
  (missing) => {
    const { [missing as keyof typeof set]: _, ...rest } = set
    expect(() => configOf(rest)).toThrow('go together')
  },
)
