import { useState, type FormEvent } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { serviceWords } from '../service-words.ts'
import { auth } from '../../../../client/session.ts'
import { VisitorForm } from '../VisitorForm.tsx'
import { CodeField } from './CodeField.tsx'
import { typed } from './typed.ts'

interface ProofFormProps {
  /** The app that makes the code; a recovery code without it. */
  app: string | undefined
  ready: boolean
}

/** A code of an app, or one of the recovery codes. */
export function ProofForm({ app, ready }: ProofFormProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const code = typed(form, 'code')
    if (!code) return setRefusal(m.security_code_missing())
    setBusy(true)
    const { error } = app
      ? await auth.mfa.challengeAndVerify({ factorId: app, code: code.replace(/\D/g, '') || code })
      : await auth.mfa.recoveryCodes.verify({ code })
    setBusy(false)
    if (error) return setRefusal(serviceWords(error))
    toast.success(m.accounts_login_done())
  }

  return (
    <VisitorForm
      onSubmit={(event) => void confirm(event as FormEvent<HTMLFormElement>)}
      refusal={refusal}
      submit={m.security_confirm()}
      busy={busy}
      ready={ready}
    >
      {app ? (
        <CodeField name="code" />
      ) : (
        <TextField
          label={m.security_recovery_code()}
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="font-mono"
        />
      )}
    </VisitorForm>
  )
}
