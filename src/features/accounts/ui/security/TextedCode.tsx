import { useMutation } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { serviceWords, useServiceSettings, orThrow } from '../auth-service.ts'
import { auth } from '../../../../client/session.ts'
import { VisitorForm } from '../visitor/VisitorForm.tsx'
import { CodeField, typed } from './CodeField.tsx'

interface TextedCodeProps {
  factorId: string
  submit: string
  onDone: () => void
}

/** A code that a phone is sent: asked for by a press, entered, and asked for again after a while. */
export function TextedCode({ factorId, submit, onDone }: TextedCodeProps) {
  const { sent, sending, seconds } = useTextedCode(factorId)
  const [missing, setMissing] = useState(false)
  const showing = useMutation({
    mutationFn: async (code: string) =>
      orThrow(await auth.mfa.verify({ factorId, challengeId: sent?.challengeId ?? '', code })),
    onSuccess: onDone,
  })
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = typed(event.currentTarget, 'code').replace(/\D/g, '')
    setMissing(!code)
    if (code && !showing.isPending) showing.mutate(code)
  }
  const send = () => {
    showing.reset()
    sending.mutate()
  }
  return (
    <>
      {sent?.challengeId ? (
        <VisitorForm
          onSubmit={(event) => confirm(event as FormEvent<HTMLFormElement>)}
          refusal={showing.isError ? phoneWords(showing.error as AuthError) : undefined}
          submit={submit}
          busy={showing.isPending}
          ready
        >
          <CodeField
            name="code"
            description={m.security_sms_about()}
            error={missing ? m.security_code_missing() : undefined}
          />
        </VisitorForm>
      ) : null}
      {sending.isError && !seconds ? (
        <Notice tone="error" className="mt-6">
          {serviceWords(sending.error as AuthError)}
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

/** A phone makes no next code by itself: its owner asks for one. */
const words: Record<string, () => string> = {
  mfa_verification_failed: m.security_sms_wrong,
  mfa_challenge_expired: m.security_sms_late,
  mfa_ip_address_mismatch: m.security_sms_late,
  mfa_factor_not_found: m.security_sms_late,
}

const phoneWords = (error: AuthError) => (words[error.code ?? ''] ?? (() => serviceWords(error)))()

/** A code on its way to a phone. */
interface Sent {
  factorId: string
  /** Unknown where the code was asked for from another page: it can't be answered here. */
  challengeId?: string | undefined
  /** When, in milliseconds since 1970. */
  at: number
}

const KEPT = 'kikoa-texted-code'
/** As long as the service takes an answer. */
const LIFE_MS = 5 * 60_000

/** Sends a code to a phone that is a factor. Throws the service's refusal. */
export async function textCode(factorId: string): Promise<Sent> {
  const { id } = orThrow(await auth.mfa.challenge({ factorId, channel: 'sms' }))
  return keep({ factorId, challengeId: id, at: Date.now() })
}

/**
 * The code that is on its way to a phone, the seconds until there may be another one, and the way to ask for it. It is
 * kept over a reload: phones drop a page while its reader looks at the message.
 */
function useTextedCode(factorId: string) {
  const cooldown = useServiceSettings().data?.code_cooldown ?? 0
  const [sent, setSent] = useState(() => kept(factorId))
  const sending = useMutation({
    mutationFn: () => textCode(factorId),
    onSuccess: setSent,
    onError(error) {
      // One was sent already, from elsewhere: the waiting begins, at the latest, now.
      if ((error as AuthError).code === 'over_sms_send_rate_limit')
        setSent((last) => ({ ...last, factorId, at: Date.now() }))
    },
  })
  return { sent, sending, seconds: useSecondsUntil(sent ? sent.at + cooldown * 1000 : 0) }
}

/** Whole seconds until a moment, counted down; 0 once it has come. */
const useSecondsUntil = (moment: number) =>
  useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((moment - Date.now()) / 1000)))

function everySecond(tell: () => void) {
  const timer = setInterval(tell, 1000)
  return () => clearInterval(timer)
}

function keep(sent: Sent): Sent {
  sessionStorage.setItem(KEPT, JSON.stringify(sent))
  return sent
}

function kept(factorId: string): Sent | undefined {
  const sent = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Sent | null
  return sent?.factorId === factorId && Date.now() - sent.at < LIFE_MS ? sent : undefined
}
