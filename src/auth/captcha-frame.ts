import { toLocale } from '../shared/pages.ts'
import type { Config } from '../server/config/config.ts'
import type { Server } from '../server/http/server.ts'
import { CAPTCHA_FRAME, captchaService } from './captcha-service.ts'

/**
 * Answers the document that the captcha service's script runs in; there is none where no service is set. Its policy
 * lets it reach the service's hosts and nothing else, and lets our pages alone frame it. What it does is in
 * `public/captcha-frame.js`.
 */
export function registerCaptchaFrame(app: Server, config: Config) {
  const service = captchaService(config)
  if (!service) return
  // On an address of its own it names the page that it talks to; otherwise that is whoever shares its origin.
  const page = config.AUTH_CAPTCHA_FRAME ? new URL(config.SITE_URL).origin : ''
  const policy = policyFor(service.hosts, page || "'self'")
  app.get<{ Querystring: { language?: string } }>(CAPTCHA_FRAME, (request, reply) =>
    reply
      .header('content-security-policy', policy)
      // For browsers without `frame-ancestors`, which goes before it and can also name a page of another origin.
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(
        documentAround({
          service: service.name,
          script: service.script,
          sitekey: service.siteKey,
          language: toLocale(request.query.language),
          page,
        }),
      ),
  )
}

const policyFor = (hosts: string, page: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${hosts}`,
    // Widgets write their looks into their elements.
    `style-src ${hosts} 'unsafe-inline'`,
    `img-src ${hosts} data:`,
    `font-src ${hosts} data:`,
    `connect-src ${hosts}`,
    `frame-src ${hosts}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${page}`,
  ].join('; ')

function documentAround(data: Record<string, string> & { language: string }): string {
  const attributes = Object.entries(data).map(([name, value]) => `data-${name}="${escaped(value)}"`)
  return `<!doctype html><html lang="${data.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Captcha</title><style>body{margin:0}</style></head><body><div id="widget"></div><script src="/captcha-frame.js" ${attributes.join(' ')}></script></body></html>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
