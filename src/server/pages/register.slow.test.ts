import Fastify from 'fastify'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageDefaults } from '../../shared/pages.ts'
import { startPages, type Pages } from './pages.ts'
import { registerPages } from './register.ts'

const buildFolder = fileURLToPath(new URL('testing/site', import.meta.url))
const app = Fastify()
let pages: Pages

beforeAll(async () => {
  const { business } = pageDefaults
  pages = await startPages({
    buildFolder,
    pageData: async () => ({
      business,
      home: pageDefaults.home,
      isOpen: true,
      legal: {},
      site: '',
      offers: null,
      timeZone: 'Africa/Dar_es_Salaam',
      logInAfterSignUp: false,
    }),
    log: { error() {} },
  })
  app.all('/api/*', (_request, reply) => reply.callNotFound())
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: 'NOT_FOUND' }))
  await registerPages(app, pages)
})
afterAll(async () => {
  pages.stop()
  await app.close()
})

describe('pages over HTTP', () => {
  it('are HTML with a policy of their own, to be asked for again each time', async () => {
    const { statusCode, headers, body } = await app.inject('/pricing')
    expect(statusCode).toBe(200)
    expect(body).toContain('<html lang="en">')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toBe(
      pages.page('/pricing', { locale: 'en' }).contentSecurityPolicy,
    )
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers.vary).toBe('Accept-Encoding, Cookie, Accept-Language')
  })

  it('come as the browser can take them', async () => {
    const plain = (await app.inject('/')).body
    const br = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
    const gz = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain)
  })

  it('are not sent again to a browser that has them', async () => {
    const { headers } = await app.inject('/')
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    const other = await app.inject({
      url: '/',
      headers: { 'if-none-match': String(headers.etag), cookie: 'kikoa_language=sw' },
    })
    expect(other.statusCode).toBe(200)
  })

  it('speak the language of the cookie', async () => {
    const { headers, body } = await app.inject({ url: '/', headers: { cookie: 'kikoa_language=sw' } })
    expect(headers['content-language']).toBe('sw')
    expect(body).toContain('<html lang="sw">')
  })

  it('say a sentence that came along, if it is one of ours', async () => {
    expect((await app.inject('/?notice=admins-only')).body).toContain('"notice":"admins-only"')
    expect((await app.inject('/?notice=constructor')).body).toContain('"notice":null')
    expect((await app.inject('/?notice=a&notice=b')).statusCode).toBe(200)
  })

  it('answer an unknown address with 404 and a page', async () => {
    const { statusCode, headers } = await app.inject('/nope')
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toContain('text/html')
  })

  it.each(['/%', '/%ff', '/..%2f..%2fetc/passwd', '/assets/..%2f..%2fserver/index.js', '/assets/none.js'])(
    'give nothing away at %s',
    async (url) => {
      const { statusCode, body } = await app.inject(url)
      expect(statusCode).toBeGreaterThanOrEqual(400)
      expect(statusCode).toBeLessThan(500)
      expect(body).not.toContain('createContext')
    },
  )

  it('leave the addresses of programs to programs', async () => {
    expect((await app.inject('/api/nope')).json()).toEqual({ code: 'NOT_FOUND' })
    expect((await app.inject('/auth/v1/nope')).json()).toEqual({ code: 'NOT_FOUND' })
  })
})

describe('files of the browser', () => {
  it('with a hash in their name are kept for good', async () => {
    const { headers, body } = await app.inject('/assets/entry-1a2b.js')
    expect(body).toContain('a browser file')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('without one are asked for again', async () => {
    const { headers } = await app.inject('/favicon.svg')
    expect(headers['content-type']).toContain('image/svg+xml')
    expect(headers['cache-control']).toBe('public, max-age=3600')
  })
})

describe('the installed application', () => {
  it('has the name of the shop and the language of the reader, asked for again each time', async () => {
    const { headers, body } = await app.inject({
      url: '/manifest.webmanifest',
      headers: { cookie: 'kikoa_language=sw' },
    })
    expect(headers['content-type']).toContain('application/manifest+json')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers.vary).toContain('Cookie, Accept-Language')
    expect(JSON.parse(body)).toMatchObject({ name: pageDefaults.business.name, lang: 'sw', id: '/' })
  })

  it('has a service worker for every page, which calls this site only', async () => {
    const { headers } = await app.inject('/assets/service-worker-1a2b.js')
    expect(headers['service-worker-allowed']).toBe('/')
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'; img-src 'self'")
  })

  it('has no other file that may control all pages', async () => {
    const { headers } = await app.inject('/assets/entry-1a2b.js')
    expect(headers).not.toHaveProperty('service-worker-allowed')
  })
})

describe('the choice of a language', () => {
  it('is kept for a year and leads back', async () => {
    const { statusCode, headers } = await app.inject('/language/sw?to=%2Fpricing')
    expect(statusCode).toBe(303)
    expect(headers.location).toBe('/pricing')
    expect(headers['set-cookie']).toBe('kikoa_language=sw; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a//b',
    '/%09/evil.example',
    'javascript:alert(1)',
    '',
  ])('never leads to %s', async (to) => {
    const { headers } = await app.inject(
      `/language/en?to=${to.startsWith('/%') ? to : encodeURIComponent(to)}`,
    )
    expect(headers.location).toBe('/')
  })

  it('is one of ours', async () => {
    const { statusCode, headers } = await app.inject('/language/fr?to=/pricing')
    expect(statusCode).toBe(404)
    expect(headers['set-cookie']).toBeUndefined()
  })
})

describe('a form that was sent without a script', () => {
  const post = (url: string, type = 'application/x-www-form-urlencoded') =>
    app.inject({
      method: 'POST',
      url,
      payload: 'email=a%40b.co&password=x',
      headers: { 'content-type': type },
    })

  it.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/json',
  ])('is answered by a page that says what it needs, whatever it sends (%s)', async (type) => {
    const { statusCode, headers, body } = await post('/pricing', type)
    expect(statusCode).toBe(405)
    expect(headers.allow).toBe('GET, HEAD')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain('script-src')
    expect(body).toContain('"notice":"needs-script"')
    expect(body).not.toContain('a@b.co')
  })

  it('to no page of ours is answered by the page that says so, and to a program’s address as programs are', async () => {
    const { statusCode, headers, body } = await post('/nowhere')
    expect(statusCode).toBe(404)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<html')
    expect((await post('/auth/v1/nothing')).json()).toEqual({ code: 'NOT_FOUND' })
  })
})
