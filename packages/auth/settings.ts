import { isSupportedCountry } from 'libphonenumber-js'
import * as z from 'zod'
import { StartError } from '@kikoa/postgres'
import { type OpenIdProvider, openIdProviders } from './openid/settings.ts'

/** Kinds of settings, as schemas of the texts in the environment. */
export const settingKinds = {
  onOff: z.enum(['on', 'off'], 'must be on or off').transform((word) => word === 'on'),
  between(least: number, most: number) {
    const error = `must be a whole number from ${least} to ${most}`
    return z.coerce.number(error).int(error).min(least, error).max(most, error)
  },
  url: (...protocols: string[]) =>
    z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `must be an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    }),
}

const { onOff, between, url } = settingKinds
/** A setting of something that is not offered. Turning it on is an error. */
const notOffered = z.enum(['off', '0'], 'must be off, because this is not offered').optional()

/** The auth server's settings, by the names of the environment variables. */
const environment = z.object({
  // Whether a new e-mail address has to be proved. The host decides if it is not set.
  AUTH_EMAIL_CONFIRMATION: onOff.optional(),
  AUTH_SIGNUPS: onOff.default(true),
  AUTH_ANONYMOUS: notOffered,
  AUTH_PHONE: onOff.default(false),
  AUTH_PHONE_CONFIRMATION: onOff.default(true),
  AUTH_PASSWORD_RULE: z
    .string()
    .regex(/^(portal|length:\d{1,2})$/, 'must be portal or length:N')
    .default('portal'),
  // The client refreshes when less than 90 s remain. A shorter life would make it refresh endlessly.
  AUTH_TOKEN_LIFE: between(300, 86_400).default(3600),
  AUTH_REUSE_INTERVAL: between(0, 60).default(10),
  // Seconds. 0 means no limit.
  AUTH_SESSION_TIMEBOX: between(0, 31_536_000).default(0),
  AUTH_SESSION_INACTIVITY: between(0, 31_536_000).default(0),
  AUTH_SESSION_LOW_AAL: notOffered,
  AUTH_SINGLE_SESSION: notOffered,
  AUTH_MAIL_COOLDOWN: between(0, 3600).default(60),
  AUTH_SIGNING_KEYS: z.string().optional(),
  AUTH_SEALING_KEY: z.string().min(1).optional(),
  AUTH_TOTP: onOff.default(true),
  AUTH_MANUAL_LINKING: notOffered,
  AUTH_EMAIL: onOff.default(true),
  // Patterns of addresses, besides the product's own, to which a log-in may redirect.
  AUTH_REDIRECTS: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean)),
  AUTH_CAPTCHA: z.enum(['turnstile', 'hcaptcha'], 'must be turnstile or hcaptcha').optional(),
  AUTH_CAPTCHA_SECRET: z.string().min(1).optional(),
  AUTH_CAPTCHA_SITE_KEY: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be the key that the service shows for a site')
    .optional(),
  // Where tokens are checked. The widget's script is `api.js` in the same folder.
  AUTH_CAPTCHA_URL: url('http:', 'https:').optional(),
  AUTH_CAPTCHA_FRAME: url('http:', 'https:').optional(),
  SMS_URL: url('http:', 'https:', 'file:').optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  // Countries that codes may be texted to. Fraudsters have codes sent to their own numbers in countries that pay for
  // it.
  SMS_COUNTRIES: z
    .string()
    .default('TZ,KE,UG,RW,BI,SS,CD,SO')
    .transform((list) =>
      list.trim().toLowerCase() === 'all'
        ? ('all' as const)
        : list
            .toUpperCase()
            .split(/[\s,]+/)
            .filter(Boolean),
    )
    .refine((list) => list === 'all' || (list.length > 0 && list.every((code) => isSupportedCountry(code))), {
      error: 'must be countries such as TZ,KE or the word all',
    }),
  SMS_PER_DAY: between(1, 1_000_000).default(300),
})

export interface AuthSettings extends z.infer<typeof environment> {
  /** The external log-in providers. */
  OPENID_PROVIDERS: OpenIdProvider[]
}

/** The settings as the host gives them: the auth server's own, and those of the program that it needs. */
export interface AuthConfig extends AuthSettings {
  AUTH_EMAIL_CONFIRMATION: boolean
  /** The public address of the product, without a slash at the end: for links, redirects and the token's issuer. */
  SITE_URL: string
  /** An absolute path. With the database that is embedded there, the keys are files of this folder. */
  DATA_DIR: string
  /** The address of another database. The keys are in its tables then. */
  DATABASE_URL?: string | undefined
}

type Given = Record<string, string | undefined>

const withoutEmpty = (env: Given): Given =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))

/**
 * Reads settings from the environment; an empty one is absent.
 * @throws StartError with one sentence that names the wrong setting.
 */
export function parseSettings<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  env: Given,
): z.infer<z.ZodObject<Shape>> {
  const parsed = schema.safeParse(withoutEmpty(env))
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new StartError(`The setting ${String(path[0])} is wrong: ${message}.`)
}

/**
 * Reads the auth server's settings from the environment.
 * @throws StartError with one sentence that names the wrong setting.
 */
export function readAuthSettings(env: Given): AuthSettings {
  const read = parseSettings(environment, env)
  const captcha = [read.AUTH_CAPTCHA, read.AUTH_CAPTCHA_SITE_KEY, read.AUTH_CAPTCHA_SECRET]
  if (captcha.some(Boolean) && !captcha.every(Boolean))
    throw new StartError(
      'The settings AUTH_CAPTCHA, AUTH_CAPTCHA_SITE_KEY and AUTH_CAPTCHA_SECRET go together: set all or none.',
    )
  return { ...read, OPENID_PROVIDERS: openIdProviders(withoutEmpty(env)) }
}
