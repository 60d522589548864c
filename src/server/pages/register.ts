import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ownPath } from '../../shared/own-path.ts'
import { type Locale, locales, PREVIEW_PATH, toNotice } from '../../shared/pages.ts'
import { LANGUAGE_COOKIE, languageOf } from './language.ts'
import type { Pages } from './pages.ts'
import { encodingNames, encodingOf } from '../content-encoding.ts'

const A_YEAR = 31_536_000

/** Addresses for programs. A path below them that is not found never gets a page. */
const notForPeople = /^\/(?:api|auth|health|metrics)(?:\/|$)/

/**
 * Answers GET (and HEAD) with the rendered pages and the browser's files, and stores the chosen language.
 * Register it last, because it matches every address that is left.
 */
export async function registerPages(app: FastifyInstance, pages: Pages): Promise<void> {
  await app.register(fastifyStatic, {
    root: pages.clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders(reply, path) {
      // Names of built files contain a hash of their content. The other files may change with the next build.
      const hashed = basename(dirname(path)) === 'assets'
      void reply.header(
        'cache-control',
        hashed ? `public, max-age=${A_YEAR}, immutable` : 'public, max-age=3600',
      )
      // It serves every page, and its policy is also that of its calls and of the icons of notifications.
      if (hashed && basename(path).startsWith('service-worker-'))
        void reply
          .header('service-worker-allowed', '/')
          .header('content-security-policy', "default-src 'none'; connect-src 'self'; img-src 'self'")
    },
  })

  app.get<{ Params: { locale: string }; Querystring: { to?: unknown } }>(
    '/language/:locale',
    (request, reply) => {
      const locale = locales.find((one) => one === request.params.locale)
      if (!locale) return sendPage(pages, request, reply)
      const secure = request.protocol === 'https' ? '; Secure' : ''
      return reply
        .header(
          'set-cookie',
          `${LANGUAGE_COOKIE}=${locale}; Path=/; Max-Age=${A_YEAR}; SameSite=Lax; HttpOnly${secure}`,
        )
        .header('cache-control', 'no-store')
        .redirect(ownPath(request.query.to), 303)
    },
  )

  app.get('/manifest.webmanifest', (request, reply) => {
    const locale = languageOf(request.headers)
    return reply
      .header('cache-control', 'private, no-cache')
      .header('vary', 'Cookie, Accept-Language')
      .type('application/manifest+json')
      .send(manifest(pages.businessName(), locale))
  })

  app.get<{ Querystring: { notice?: unknown } }>('/*', (request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    if (notForPeople.test(path)) return reply.callNotFound()
    return sendPage(pages, request, reply, request.query.notice)
  })

  // A browser without script sends a page's form to the page itself. The form's content is not read.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume()
      done(null)
    })
    scope.post('/*', (request, reply) => {
      const [path = '/'] = request.url.split('?', 1)
      if (notForPeople.test(path)) return reply.callNotFound()
      const locale = languageOf(request.headers)
      const isThere = pages.page(path, { locale }).status === 200
      const page = isThere
        ? pages.page('/', { locale, notice: 'needs-script' })
        : pages.page(path, { locale })
      if (isThere) void reply.header('allow', 'GET, HEAD')
      return reply
        .code(isThere ? 405 : 404)
        .header('content-security-policy', page.contentSecurityPolicy)
        .header('content-language', page.locale)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(page.html)
    })
  })
}

/** The web app manifest (W3C): the dashboard as an installed application. The colours are those of `theme.css`. */
const manifest = (name: string, lang: Locale) => ({
  id: '/',
  name,
  short_name: name,
  lang,
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#fbf7ef',
  theme_color: '#fbf7ef',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/** A preview has its language in its address, because an admin reads it in both. */
const previewLanguage = (path: string) =>
  locales.find((locale) => path.startsWith(`${PREVIEW_PATH}/${locale}/`))

function sendPage(pages: Pages, request: FastifyRequest, reply: FastifyReply, notice?: unknown) {
  const [path = '/'] = request.url.split('?', 1)
  const locale = previewLanguage(path) ?? languageOf(request.headers)
  const page = pages.page(path, { locale, notice: toNotice(notice) })
  if (page.isFramed) void reply.header('x-frame-options', 'SAMEORIGIN')
  void reply
    .code(page.status)
    .header('content-security-policy', page.contentSecurityPolicy)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'Accept-Encoding, Cookie, Accept-Language')
    .header('content-language', page.locale)
    .header('etag', page.etag)
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding) void reply.header('content-encoding', encodingNames[encoding])
  return reply.type('text/html; charset=utf-8').send(page[encoding ?? 'html'])
}
