import { appendFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../server/config/config.ts'

/** A message to a phone. */
export interface Sms {
  /** E.164 without its plus. */
  to: string
  text: string
  channel?: 'sms' | 'whatsapp' | undefined
}

/** Hands a message to the gateway; rejects when the gateway does not take it. */
export type SendSms = (message: Sms) => Promise<void>

const DEADLINE_MS = 5_000

/**
 * The operator's gateway, if there is one. An HTTP gateway is sent `{ to, text, channel }` as JSON, the number with its
 * plus, and with SMS_TOKEN as bearer token; a `file:` address gets a line for each message instead.
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
