import * as z from 'zod'
import type { Auth } from './auth.ts'
import { serviceRoles } from './keys/keys.ts'
import { AuthError } from './protocol/errors.ts'
import type { AuthRequest } from './protocol/call.ts'
import type { AuthConfig } from './settings.ts'
import type { FastifyInstance } from 'fastify'

const DEADLINE_MS = 5_000
const LONGEST = 8192

const security = z.object({ captcha_token: z.string().optional() }).optional().catch(undefined)
const verdict = z.object({ success: z.boolean() })

/**
 * Checks a call's captcha token with the operator's service. Skips the check if no service is set, or for a
 * service key. Refuses with 400 `captcha_failed`, and with 500 if the service can't be reached, so that an
 * outage does not disable the check.
 */
export async function requireCaptcha({ config, keys }: Auth, request: AuthRequest): Promise<void> {
  const service = captchaService(config)
  if (!service) return
  const bearer = request.token ? await keys.read(request.token).catch(() => undefined) : undefined
  if (serviceRoles.includes(String(bearer?.role))) return
  const token = security.parse(request.body.gotrue_meta_security)?.captcha_token ?? ''
  if (token === '' || token.length > LONGEST) throw failed()
  const form = { secret: service.secret, response: token, remoteip: request.ip }
  let found: z.infer<typeof verdict>
  try {
    const answer = await fetch(service.verify, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    found = verdict.parse(await answer.json())
  } catch (error) {
    request.log.warn({ err: error }, 'the captcha service could not be asked')
    throw new AuthError('500 unexpected_failure', 'captcha verification process failed')
  }
  if (!found.success) throw failed()
}

const failed = () => new AuthError('400 captcha_failed', 'captcha protection: request disallowed')

/** The captcha service from the operator's settings. */
interface CaptchaService {
  name: 'turnstile' | 'hcaptcha'
  siteKey: string
  secret: string
  /** The address that checks a token. */
  verify: string
  /** The script that draws the widget. */
  script: string
  /** Every host that the widget needs, as CSP Level 3 sources. */
  hosts: string
}

/** The addresses of the services, and the hosts that they ask site owners to allow. */
const known = {
  turnstile: {
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    hosts: 'https://challenges.cloudflare.com',
  },
  hcaptcha: {
    verify: 'https://api.hcaptcha.com/siteverify',
    script: 'https://js.hcaptcha.com/1/api.js',
    hosts: 'https://hcaptcha.com https://*.hcaptcha.com',
  },
}

type Settings = Pick<
  AuthConfig,
  'AUTH_CAPTCHA' | 'AUTH_CAPTCHA_SITE_KEY' | 'AUTH_CAPTCHA_SECRET' | 'AUTH_CAPTCHA_URL'
>

/**
 * The operator's captcha service; undefined if none is set. A service at the operator's own address has its
 * script in the same folder.
 */
function captchaService(settings: Settings): CaptchaService | undefined {
  const { AUTH_CAPTCHA: name, AUTH_CAPTCHA_URL: verify } = settings
  if (!name) return undefined
  const keys = { siteKey: settings.AUTH_CAPTCHA_SITE_KEY!, secret: settings.AUTH_CAPTCHA_SECRET! }
  if (!verify) return { name, ...keys, ...known[name] }
  return { name, ...keys, verify, script: new URL('api.js', verify).href, hosts: new URL(verify).origin }
}

/** The path of the document around the widget. */
const CAPTCHA_FRAME = '/captcha-frame'

/**
 * The address of the captcha frame, and the CSP sources that pages must allow for it. Undefined without a
 * service.
 */
export function captchaFrame({
  AUTH_CAPTCHA,
  AUTH_CAPTCHA_FRAME: elsewhere,
}: Pick<AuthConfig, 'AUTH_CAPTCHA' | 'AUTH_CAPTCHA_FRAME'>) {
  if (!AUTH_CAPTCHA) return undefined
  if (!elsewhere) return { src: CAPTCHA_FRAME, source: "'self'" }
  const { origin } = new URL(elsewhere)
  return { src: origin + CAPTCHA_FRAME, source: origin }
}

/**
 * Answers the document in which the captcha script runs, if a service is set. Its policy allows only the
 * service's hosts, and only our pages may frame it. Its code is the host's `/captcha-frame.js`.
 * @param toLanguage converts the `language` of the request to one of the host's
 */
export function registerCaptchaFrame(
  app: FastifyInstance,
  config: Settings & Pick<AuthConfig, 'AUTH_CAPTCHA_FRAME' | 'SITE_URL'>,
  toLanguage: (text: string | undefined) => string,
) {
  const service = captchaService(config)
  if (!service) return
  // A document at another address names the page that it sends messages to. Otherwise that is its own origin.
  const page = config.AUTH_CAPTCHA_FRAME ? new URL(config.SITE_URL).origin : ''
  const policy = policyFor(service.hosts, page || "'self'")
  app.get<{ Querystring: { language?: string } }>(CAPTCHA_FRAME, (request, reply) =>
    reply
      .header('content-security-policy', policy)
      // For browsers without `frame-ancestors`. Other browsers use `frame-ancestors`, which can also name
      // another origin.
      .header('x-frame-options', 'SAMEORIGIN')
      .type('text/html; charset=utf-8')
      .send(
        documentAround({
          service: service.name,
          script: service.script,
          sitekey: service.siteKey,
          language: toLanguage(request.query.language),
          page,
        }),
      ),
  )
}

const policyFor = (hosts: string, page: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${hosts}`,
    // Widgets write inline styles.
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
  return `<!doctype html><html lang="${escaped(data.language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Captcha</title><style>body{margin:0}</style></head><body><div id="widget"></div><script src="/captcha-frame.js" ${attributes.join(' ')}></script></body></html>`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
