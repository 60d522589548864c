import { appendFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Auth } from '../auth.ts'
import { AuthError } from '../protocol/errors.ts'
import { demandAllowance, takeAllowance } from './allowance.ts'
import type { Config } from '../../server/config/config.ts'

/** A code for a phone that is not sent yet. */
export interface PhoneCode {
  /** E.164 without its plus. */
  to: string
  code: string
  channel?: 'sms' | 'whatsapp' | undefined
}

type Texting = Pick<Auth, 'application' | 'sms' | 'database' | 'log' | 'config' | 'now'>

/**
 * Sends a code to a phone after the commit that made it; does nothing without a code. Refuses as `demandSms`
 * does, and with 422 `sms_send_failed` if the gateway refuses it.
 */
export async function textCode(auth: Texting, phoneCode: PhoneCode | undefined): Promise<void> {
  if (!phoneCode) return
  const { to, code, channel } = phoneCode
  await demandSms(auth, to)
  await takeAllowance(auth)
  const name = await auth.application.businessName(auth.database)
  // One message in both languages, because the reader's language is unknown.
  const text = `${name}: ${code}. Do not share this code. Usimpe mtu yeyote msimbo huu.`
  try {
    await auth.sms!({ to, text, channel })
  } catch (error) {
    auth.log.error({ err: error }, 'an SMS could not be sent')
    throw sendFailed()
  }
}

/** Sends without waiting for the gateway, for a call that must not show whether it sends a code. */
export function textCodeUnseen(auth: Texting, phoneCode: PhoneCode | undefined): void {
  // The error is logged already.
  textCode(auth, phoneCode).catch(() => {})
}

/** Refuses with 422 `sms_send_failed` if SMS can't be sent, and as `demandAllowance` does. */
export async function demandSms(auth: Omit<Texting, 'log'>, phone: string): Promise<void> {
  if (!auth.sms) throw sendFailed()
  await demandAllowance(auth, phone)
}

const sendFailed = () => new AuthError('422 sms_send_failed', 'The SMS could not be sent')

/** A message to a phone. */
interface Sms {
  /** E.164 without its plus. */
  to: string
  text: string
  channel?: 'sms' | 'whatsapp' | undefined
}

/** Sends a message to the gateway. Rejects if the gateway refuses it. */
export type SendSms = (message: Sms) => Promise<void>

const DEADLINE_MS = 5_000

/**
 * The operator's gateway, if there is one. An HTTP gateway gets `{ to, text, channel }` as JSON, the number
 * with its plus, and SMS_TOKEN as bearer token. A `file:` address gets one line per message instead.
 */
export function smsGateway({
  SMS_URL,
  SMS_TOKEN,
}: Pick<Config, 'SMS_URL' | 'SMS_TOKEN'>): SendSms | undefined {
  if (!SMS_URL) return undefined
  const lineOf = ({ to, text, channel = 'sms' }: Sms) => JSON.stringify({ to: `+${to}`, text, channel })
  if (SMS_URL.startsWith('file:')) {
    const file = fileURLToPath(SMS_URL)
    return (message) => appendFile(file, `${lineOf(message)}\n`, { mode: 0o600 })
  }
  return async (message) => {
    const answer = await fetch(SMS_URL, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(SMS_TOKEN && { authorization: `Bearer ${SMS_TOKEN}` }),
      },
      body: lineOf(message),
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
  }
}
