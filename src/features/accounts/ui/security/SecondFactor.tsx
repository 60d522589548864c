import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { ErrorState } from '../../../../platform/ui/kit/ErrorState.tsx'
import { Select } from '../../../../platform/ui/kit/Select.tsx'
import { TextField } from '../../../../platform/ui/kit/TextField.tsx'
import { toast } from '../../../../platform/ui/toasts.tsx'
import { serviceWords } from '../service-words.ts'
import { auth, signOut } from '../session.ts'
import { VisitorForm } from '../VisitorForm.tsx'
import { CodeField } from './CodeField.tsx'
import { orThrow } from './factors.ts'
import { typed } from './typed.ts'

/** The second half of a log-in: a code of the app, or one of the recovery codes. */
export function SecondFactor({ email }: { email: string }) {
  const factors = useQuery({
    queryKey: ['own-apps', email],
    queryFn: async () =>
      orThrow(await auth.mfa.listFactors()).all.filter(({ status }) => status === 'verified'),
  })
  const [byCode, setByCode] = useState(false)
  const apps = factors.data?.filter(({ factor_type }) => factor_type === 'totp') ?? []
  const hasCodes = factors.data?.some(({ factor_type }) => factor_type === 'recovery_code') ?? false
  return (
    <>
      <h1 className="text-2xl font-black">{m.security_second_heading()}</h1>
      <p className="mt-2 text-muted wrap-anywhere">
        {byCode ? m.security_second_recovery({ email }) : m.security_second_app({ email })}
      </p>
      {factors.isError ? (
        <div className="mt-6">
          <ErrorState
            title={m.security_factors_failed()}
            onRetry={() => void factors.refetch()}
            busy={factors.isFetching}
          />
        </div>
      ) : (
        <ProofForm key={String(byCode)} byCode={byCode} apps={apps} ready={!factors.isPending} />
      )}
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        {hasCodes || byCode ? (
          <TextButton onClick={() => setByCode(!byCode)}>
            {byCode ? m.security_use_app() : m.security_use_recovery()}
          </TextButton>
        ) : null}
        <TextButton onClick={() => void signOut('local')}>{m.security_other_account()}</TextButton>
      </p>
      {factors.data && !hasCodes ? <p className="mt-4 text-sm text-muted">{m.security_lost_all()}</p> : null}
    </>
  )
}

interface ProofFormProps {
  byCode: boolean
  apps: { id: string; friendly_name?: string }[]
  ready: boolean
}

function ProofForm({ byCode, apps, ready }: ProofFormProps) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const confirm = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const code = typed(form, 'code')
    if (!code) return setRefusal(m.security_code_missing())
    setBusy(true)
    const factorId = typed(form, 'factor') || apps[0]?.id || ''
    const { error } = byCode
      ? await auth.mfa.recoveryCodes.verify({ code })
      : await auth.mfa.challengeAndVerify({ factorId, code: code.replace(/\D/g, '') || code })
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
      {!byCode && apps.length > 1 ? (
        <Select
          label={m.security_which_app()}
          name="factor"
          options={apps.map(({ id, friendly_name }) => ({
            value: id,
            label: friendly_name || m.security_app(),
          }))}
        />
      ) : null}
      {byCode ? (
        <TextField
          label={m.security_recovery_code()}
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="font-mono"
        />
      ) : (
        <CodeField name="code" />
      )}
    </VisitorForm>
  )
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="touch font-semibold text-primary underline underline-offset-4"
    >
      {children}
    </button>
  )
}
