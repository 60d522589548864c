import * as z from 'zod'
import type { Auth } from './auth.ts'
import { captchaService } from './captcha-service.ts'
import { serviceRoles } from './keys/keys.ts'
import { AuthError } from './protocol/auth-error.ts'
import type { Ask } from './protocol/call.ts'

const DEADLINE_MS = 5_000
const LONGEST = 8192

const security = z.object({ captcha_token: z.string().optional() }).optional().catch(undefined)
const verdict = z.object({ success: z.boolean() })

/**
 * Asks the operator's captcha service about the token that came with a call. Nothing is asked where none is set, nor
 * of who carries a service key. Refuses with 400 `captcha_failed`; with 500 when the service can't be reached, so that
 * its outage opens no door.
 */
export async function demandCaptcha({ config, keys }: Auth, ask: Ask): Promise<void> {
  const service = captchaService(config)
  if (!service) return
  const bearer = ask.token ? await keys.read(ask.token).catch(() => undefined) : undefined
  if (serviceRoles.includes(String(bearer?.role))) return
  const token = security.parse(ask.body.gotrue_meta_security)?.captcha_token ?? ''
  if (token === '' || token.length > LONGEST) throw failed()
  const form = { secret: service.secret, response: token, remoteip: ask.ip }
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
    ask.log.warn({ err: error }, 'the captcha service could not be asked')
    throw new AuthError('500 unexpected_failure', 'captcha verification process failed')
  }
  if (!found.success) throw failed()
}

const failed = () => new AuthError('400 captcha_failed', 'captcha protection: request disallowed')
