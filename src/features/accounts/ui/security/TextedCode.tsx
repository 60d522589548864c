import { useMutation } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { useState, type FormEvent } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { serviceWords } from '../service-words.ts'
import { auth } from '../../../../client/session.ts'
import { VisitorForm } from '../VisitorForm.tsx'
import { CodeField } from './CodeField.tsx'
import { orThrow } from './or-throw.ts'
import { useTextedCode } from './texted-code.ts'
import { typed } from './typed.ts'

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
