import { useMutation } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { useState, useSyncExternalStore } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { authErrorMessage, useAuthSettings, orThrow } from '../auth-service.ts'
import { callAuth } from '../../../../client/session/session.ts'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { VisitorForm } from '../visitor/VisitorForm.tsx'
import { CodeField, digitsOf, rules } from '../account-fields.tsx'

interface SmsCodeProps {
  factorId: string
  submit: string
  onDone: () => void
}

/** A code by SMS: sends it, asks for it, and sends another one after a pause. */
export function SmsCode({ factorId, submit, onDone }: SmsCodeProps) {
  const { sent, sending, seconds } = useSmsCode(factorId)
  const form = useSubmitForm({
    defaultValues: { code: '' },
    send: async ({ code }) =>
      orThrow(
        await callAuth((auth) =>
          auth.mfa.verify({ factorId, challengeId: sent?.challengeId ?? '', code: digitsOf(code) }),
        ),
      ),
    onDone,
    failure: (error) => smsErrorMessage(error as AuthError),
  })
  const send = () => {
    form.sending.reset()
    sending.mutate()
  }
  return (
    <>
      {sent?.challengeId ? (
        <VisitorForm form={form} submit={submit}>
          <CodeField description={m.security_sms_about()} {...form.field('code', rules.factorCode)} />
        </VisitorForm>
      ) : null}
      {sending.isError && !seconds ? (
        <Notice tone="error" className="mt-6">
          {authErrorMessage(sending.error)}
        </Notice>
      ) : null}
      {seconds ? (
        <p className="mt-4 text-muted tabular-nums">
          {sent?.challengeId ? m.security_sms_wait({ seconds }) : m.security_sms_elsewhere({ seconds })}
        </p>
      ) : (
        <p className={sent ? 'mt-2 -ml-4' : 'mt-6 grid'}>
          <Button
            variant={sent ? 'quiet' : 'primary'}
            size={sent ? 'medium' : 'large'}
            busy={sending.isPending}
            onClick={send}
          >
            {sent ? m.security_sms_again() : m.accounts_code_send()}
          </Button>
        </p>
      )}
    </>
  )
}

const smsErrors: Record<string, () => string> = {
  mfa_verification_failed: m.security_sms_wrong,
  mfa_challenge_expired: m.security_sms_late,
  mfa_ip_address_mismatch: m.security_sms_late,
  mfa_factor_not_found: m.security_sms_late,
}

const smsErrorMessage = (error: AuthError) =>
  (smsErrors[error.code ?? ''] ?? (() => authErrorMessage(error)))()

/** A code that was sent to a phone. */
interface Sent {
  factorId: string
  /** Undefined if another page requested the code: then it can't be verified here. */
  challengeId?: string | undefined
  /** Milliseconds since 1970. */
  at: number
}

const STORAGE_KEY = 'kikoa-texted-code'
/** How long the server accepts the code. */
const LIFE_MS = 5 * 60_000

/** Sends a code to the phone of a factor. Throws the server's error. */
export async function sendSmsCode(factorId: string): Promise<Sent> {
  const { id } = orThrow(await callAuth((auth) => auth.mfa.challenge({ factorId, channel: 'sms' })))
  return storeCode({ factorId, challengeId: id, at: Date.now() })
}

/**
 * The last code sent to a phone, the seconds until another one may be sent, and the mutation that sends it. The code is
 * stored for a reload: phones unload a page while its user reads the message.
 */
function useSmsCode(factorId: string) {
  const cooldown = useAuthSettings().data?.code_cooldown ?? 0
  const [sent, setSent] = useState(() => storedCode(factorId))
  const sending = useMutation({
    mutationFn: () => sendSmsCode(factorId),
    onSuccess: setSent,
    onError(error) {
      // Another page has sent one already: the pause is counted from now.
      if ((error as AuthError).code === 'over_sms_send_rate_limit')
        setSent((last) => ({ ...last, factorId, at: Date.now() }))
    },
  })
  return { sent, sending, seconds: useSecondsUntil(sent ? sent.at + cooldown * 1000 : 0) }
}

/** Whole seconds until a moment; 0 afterwards. */
const useSecondsUntil = (moment: number) =>
  useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((moment - Date.now()) / 1000)))

function everySecond(onChange: () => void) {
  const timer = setInterval(onChange, 1000)
  return () => clearInterval(timer)
}

function storeCode(sent: Sent): Sent {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(sent))
  return sent
}

function storedCode(factorId: string): Sent | undefined {
  const sent = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Sent | null
  return sent?.factorId === factorId && Date.now() - sent.at < LIFE_MS ? sent : undefined
}
