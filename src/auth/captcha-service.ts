import type { Config } from '../server/config/config.ts'

/** A captcha service, as the operator has set it. */
interface CaptchaService {
  name: 'turnstile' | 'hcaptcha'
  siteKey: string
  secret: string
  /** Where a token is checked. */
  verify: string
  /** The script that draws the widget. */
  script: string
  /** Every host that the widget may reach, as sources of a policy (CSP Level 3). */
  hosts: string
}

/** The services' own addresses, and the hosts that they ask site owners to allow. */
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
  Config,
  'AUTH_CAPTCHA' | 'AUTH_CAPTCHA_SITE_KEY' | 'AUTH_CAPTCHA_SECRET' | 'AUTH_CAPTCHA_URL'
>

/** The operator's captcha service; undefined where none is set. At an address of the operator's own, the script lies beside it. */
export function captchaService(settings: Settings): CaptchaService | undefined {
  const { AUTH_CAPTCHA: name, AUTH_CAPTCHA_URL: verify } = settings
  if (!name) return undefined
  const keys = { siteKey: settings.AUTH_CAPTCHA_SITE_KEY!, secret: settings.AUTH_CAPTCHA_SECRET! }
  if (!verify) return { name, ...keys, ...known[name] }
  return { name, ...keys, verify, script: new URL('api.js', verify).href, hosts: new URL(verify).origin }
}

/** Where this server keeps the document around the widget. */
export const CAPTCHA_FRAME = '/captcha-frame'

/** The frame of the captcha: its address for the screens, and what the pages have to allow. Undefined without a service. */
export function captchaFrame({ AUTH_CAPTCHA, AUTH_CAPTCHA_FRAME: elsewhere }: Config) {
  if (!AUTH_CAPTCHA) return undefined
  if (!elsewhere) return { src: CAPTCHA_FRAME, source: "'self'" }
  const { origin } = new URL(elsewhere)
  return { src: origin + CAPTCHA_FRAME, source: origin }
}
