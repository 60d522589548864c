import type { Server } from '../../../server/http/server.ts'

/** Pages that search engines should index. */
const pages = ['/', '/search', '/pricing', '/support']
/** Paths that belong to one person or to one moment. */
const disallowed = [
  '/admin',
  '/api',
  '/auth',
  '/cart',
  '/checkout',
  '/dashboard',
  '/language',
  '/mail-settings',
  '/results',
  '/setup',
]

/** `/robots.txt` (RFC 9309) and `/sitemap.xml` (sitemaps.org 0.9), under the site's own address. */
export function registerSearchEngines(app: Server, siteUrl: string) {
  const robots = [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${siteUrl}/sitemap.xml`,
  ]
  const addresses = pages.map((path) => `<url><loc>${escaped(siteUrl + path)}</loc></url>`)
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>
`
  app.get('/robots.txt', (_request, reply) =>
    withCacheControl(reply)
      .type('text/plain; charset=utf-8')
      .send(`${robots.join('\n')}\n`),
  )
  app.get('/sitemap.xml', (_request, reply) =>
    withCacheControl(reply).type('application/xml; charset=utf-8').send(sitemap),
  )
}

const withCacheControl = <Reply extends { header(name: string, value: string): Reply }>(reply: Reply) =>
  reply.header('cache-control', 'public, max-age=3600')

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
