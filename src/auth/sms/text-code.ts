import type { Auth } from '../auth.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { demandAllowance, takeAllowance } from './allowance.ts'

/** A code for a phone, made but not yet sent. */
export interface PhoneCode {
  /** E.164 without its plus. */
  to: string
  code: string
  channel?: 'sms' | 'whatsapp' | undefined
}

type Texting = Pick<Auth, 'application' | 'sms' | 'database' | 'log' | 'config' | 'now'>

/**
 * Sends a code to a phone, after the commit that made it; nothing where there is none to send. Refuses as `demandSms`
 * does, and with 422 `sms_send_failed` when the gateway does not take it.
 */
export async function textCode(auth: Texting, phoneCode: PhoneCode | undefined): Promise<void> {
  if (!phoneCode) return
  const { to, code, channel } = phoneCode
  await demandSms(auth, to)
  await takeAllowance(auth)
  const name = await auth.application.businessName(auth.database)
  // Both languages in one message: nobody knows yet which one its reader speaks.
  const text = `${name}: ${code}. Do not share this code. Usimpe mtu yeyote msimbo huu.`
  try {
    await auth.sms!({ to, text, channel })
  } catch (error) {
    auth.log.error({ err: error }, 'an SMS could not be sent')
    throw sendFailed()
  }
}

/** The same for a call that must not show whether there was anything to send: nobody waits for the gateway. */
export function textCodeUnseen(auth: Texting, phoneCode: PhoneCode | undefined): void {
  // What went wrong is in the log already.
  textCode(auth, phoneCode).catch(() => {})
}

/** Refuses what needs an SMS where none can be sent, whoever asks for it, and as `demandAllowance` does. */
export async function demandSms(auth: Omit<Texting, 'log'>, phone: string): Promise<void> {
  if (!auth.sms) throw sendFailed()
  await demandAllowance(auth, phone)
}

const sendFailed = () => new AuthError('422 sms_send_failed', 'The SMS could not be sent')
