import type { AuthEndpoint, AuthResponse, AuthRequest } from '../protocol/call.ts'
import { captchaFrame } from '../captcha.ts'
import { limit } from '../limits/rate-limits.ts'
import { rateLimitKey } from '../limits/client-address.ts'
import { beginAtProvider, finishAtProvider } from '../openid/redirect.ts'
import type { Auth } from '../auth.ts'

/** Names the protocol, by the name that its clients know. */
export const health: AuthEndpoint = {
  method: 'GET',
  path: '/health',
  handle: async () => ({
    body: { version: 'kikoa', name: 'GoTrue', description: 'User sign-up, log-in and sessions' },
  }),
}

/** The public keys (RFC 7517), for programs that check tokens themselves. */
export const jwks: AuthEndpoint = {
  method: 'GET',
  path: '/.well-known/jwks.json',
  handle: async ({ keys }) => ({ body: keys.published, headers: { 'cache-control': 'public, max-age=600' } }),
}

/** What a log-in screen can offer. */
export const settings: AuthEndpoint = {
  method: 'GET',
  path: '/settings',
  handle: async ({ config, providers, sms }) => ({
    body: {
      external: {
        anonymous_users: false,
        email: true,
        phone: config.AUTH_PHONE,
        google: false,
        ...Object.fromEntries([...providers.keys()].map((name) => [name, true])),
      },
      disable_signup: !config.AUTH_SIGNUPS,
      mailer_autoconfirm: !config.AUTH_EMAIL_CONFIRMATION,
      phone_autoconfirm: !config.AUTH_PHONE_CONFIRMATION,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: false,
      // For our own screens, not part of the protocol: profile fields, provider titles, seconds between two
      // codes to a phone, and the captcha's address.
      mfa_totp_enabled: config.AUTH_TOTP,
      mfa_phone_enabled: Boolean(sms),
      code_cooldown: config.AUTH_MAIL_COOLDOWN,
      provider_titles: Object.fromEntries([...providers].map(([name, { title }]) => [name, title])),
      captcha_frame: captchaFrame(config)?.src ?? null,
    },
  }),
}

/** Redirects a browser to a provider for a log-in. */
export const authorize: AuthEndpoint = {
  method: 'GET',
  path: '/authorize',
  async handle(auth, request) {
    await limit(auth, 'authorize', rateLimitKey(request.ip))
    return { status: 302, headers: { location: await beginAtProvider(auth, request) } }
  },
}

/** Receives the browser from a provider and redirects it to the page where the log-in began. */
async function finishLogIn(auth: Auth, request: AuthRequest): Promise<AuthResponse> {
  await limit(auth, 'authorize', rateLimitKey(request.ip))
  const parameters = Object.entries({ ...request.query, ...request.body }).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  )
  // 303 makes the browser follow with GET, so that it does not send the form again.
  return { status: 303, headers: { location: await finishAtProvider(auth, Object.fromEntries(parameters)) } }
}

export const callback: AuthEndpoint = { method: 'GET', path: '/callback', handle: finishLogIn }
/** For providers that answer with a form (OAuth 2.0 Form Post Response Mode). */
export const callbackForm: AuthEndpoint = {
  method: 'POST',
  path: '/callback',
  takesForm: true,
  handle: finishLogIn,
}
