import { useQuery } from '@tanstack/react-query'
import type { Factor } from '@supabase/auth-js'
import { type FormEvent, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { auth, signOut } from '../../../../client/session.ts'
import { factorName, isPhone, numberOf } from './factors.ts'
import { TextedCode } from './TextedCode.tsx'
import { serviceWords, orThrow } from '../auth-service.ts'
import { VisitorForm } from '../visitor/VisitorForm.tsx'
import { CodeField, typed } from './CodeField.tsx'

const RECOVERY = 'recovery'

/** The second half of a log-in: a code of an app, one that a phone is sent, or one of the recovery codes. */
export function SecondFactor({ email }: { email: string }) {
  const factors = useQuery({
    queryKey: ['own-apps', email],
    queryFn: async () =>
      orThrow(await auth.mfa.listFactors()).all.filter(({ status }) => status === 'verified'),
  })
  const [chosen, setChosen] = useState('')
  const apps = factors.data?.filter(({ factor_type }) => factor_type === 'totp') ?? []
  const ways = [...apps, ...(factors.data?.filter(isPhone) ?? [])]
  const hasCodes = factors.data?.some(({ factor_type }) => factor_type === 'recovery_code') ?? false
  const usual = ways.find(({ id }) => id === chosen) ?? ways[0]
  const way = chosen === RECOVERY ? undefined : usual
  return (
    <>
      <h1 className="text-2xl font-black">{m.security_second_heading()}</h1>
      <p className="mt-2 text-muted wrap-anywhere">
        {chosen === RECOVERY ? m.security_second_recovery({ email }) : whatToEnter(way, email)}
      </p>
      {way && ways.length > 1 ? (
        <Select
          className="mt-6"
          label={m.security_which()}
          value={way.id}
          onChange={(event) => setChosen(event.target.value)}
          options={ways.map((one) => ({
            value: one.id,
            label: isPhone(one) ? m.security_phone_ending({ end: endOf(one) }) : factorName(one),
          }))}
        />
      ) : null}
      {factors.isError ? (
        <div className="mt-6">
          <ErrorState
            title={m.security_factors_failed()}
            onRetry={() => void factors.refetch()}
            busy={factors.isFetching}
          />
        </div>
      ) : way && isPhone(way) ? (
        <TextedCode
          key={way.id}
          factorId={way.id}
          submit={m.security_confirm()}
          onDone={() => toast.success(m.accounts_login_done())}
        />
      ) : (
        <ProofForm key={way?.id ?? chosen} app={way?.id} ready={!factors.isPending} />
      )}
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        {chosen === RECOVERY ? (
          <TextButton onClick={() => setChosen('')}>
            {usual && isPhone(usual) ? m.security_use_phone() : m.security_use_app()}
          </TextButton>
        ) : hasCodes ? (
          <TextButton onClick={() => setChosen(RECOVERY)}>{m.security_use_recovery()}</TextButton>
        ) : null}
        <TextButton onClick={() => void signOut('local')}>{m.security_other_account()}</TextButton>
      </p>
      {factors.data && !hasCodes ? <p className="mt-4 text-sm text-muted">{m.security_lost_all()}</p> : null}
    </>
  )
}

const whatToEnter = (way: Factor | undefined, email: string) =>
  way && isPhone(way) ? m.security_second_phone({ email, end: endOf(way) }) : m.security_second_app({ email })

/** As much of a number as its owner needs to know which phone it is; whoever has only the password learns no more. */
const endOf = (factor: Factor) => numberOf(factor).slice(-3)

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

interface ProofFormProps {
  /** The app that makes the code; a recovery code without it. */
  app: string | undefined
  ready: boolean
}

/** A code of an app, or one of the recovery codes. */
function ProofForm({ app, ready }: ProofFormProps) {
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
