import { useQuery } from '@tanstack/react-query'
import type { Factor } from '@supabase/auth-js'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { callAuth, signOut } from '../../../../client/session/session.ts'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { factorName, phoneNumberOf } from './factor-names.ts'
import { isPhone } from './factors.ts'
import { SmsCode } from './SmsCode.tsx'
import { authErrorMessage, orThrow } from '../auth-service.ts'
import { VisitorForm } from '../visitor/VisitorForm.tsx'
import { CodeField, digitsOf } from '../account-fields.tsx'

const RECOVERY = 'recovery'

/** The second step of a log-in: a code of an app, a code by SMS, or a recovery code. */
export function SecondFactorChallenge({ email }: { email: string }) {
  const factors = useQuery({
    queryKey: ['own-apps', email],
    queryFn: async () =>
      orThrow(await callAuth((auth) => auth.mfa.listFactors())).all.filter(
        ({ status }) => status === 'verified',
      ),
  })
  const [chosen, setChosen] = useState('')
  const apps = factors.data?.filter(({ factor_type }) => factor_type === 'totp') ?? []
  const primary = [...apps, ...(factors.data?.filter(isPhone) ?? [])]
  const hasCodes = factors.data?.some(({ factor_type }) => factor_type === 'recovery_code') ?? false
  const preferred = primary.find(({ id }) => id === chosen) ?? primary[0]
  const factor = chosen === RECOVERY ? undefined : preferred
  return (
    <>
      <h1 className="text-2xl font-black">{m.security_second_heading()}</h1>
      <p className="mt-2 text-muted wrap-anywhere">
        {chosen === RECOVERY ? m.security_second_recovery({ email }) : challengeText(factor, email)}
      </p>
      {factor && primary.length > 1 ? (
        <Select
          className="mt-6"
          label={m.security_which()}
          value={factor.id}
          onChange={(event) => setChosen(event.target.value)}
          options={primary.map((one) => ({
            value: one.id,
            label: isPhone(one) ? m.security_phone_ending({ end: lastDigits(one) }) : factorName(one),
          }))}
        />
      ) : null}
      {factors.isError ? (
        <div className="mt-6">
          <ErrorState title={m.security_factors_failed()} query={factors} />
        </div>
      ) : factor && isPhone(factor) ? (
        <SmsCode
          key={factor.id}
          factorId={factor.id}
          submit={m.security_confirm()}
          onDone={() => toast.success(m.accounts_login_done())}
        />
      ) : (
        <CodeOrRecoveryForm key={factor?.id ?? chosen} app={factor?.id} ready={!factors.isPending} />
      )}
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
        {chosen === RECOVERY ? (
          <TextButton onClick={() => setChosen('')}>
            {preferred && isPhone(preferred) ? m.security_use_phone() : m.security_use_app()}
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

const challengeText = (factor: Factor | undefined, email: string) =>
  factor && isPhone(factor)
    ? m.security_second_phone({ email, end: lastDigits(factor) })
    : m.security_second_app({ email })

/** Shows only the last digits of the number: so far only the password was verified. */
const lastDigits = (factor: Factor) => phoneNumberOf(factor).slice(-3)

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

interface CodeOrRecoveryFormProps {
  /** The id of the app; undefined for a recovery code. */
  app: string | undefined
  ready: boolean
}

function CodeOrRecoveryForm({ app, ready }: CodeOrRecoveryFormProps) {
  const form = useSubmitForm({
    defaultValues: { code: '' },
    async send({ code }) {
      const { error } = app
        ? await callAuth((auth) =>
            auth.mfa.challengeAndVerify({ factorId: app, code: digitsOf(code) || code }),
          )
        : await callAuth((auth) => auth.mfa.recoveryCodes.verify({ code }))
      if (error) throw error
    },
    done: m.accounts_login_done(),
    failure: authErrorMessage,
  })
  const { error: missing, ...code } = form.field('code', {
    setValueAs: (typed: string) => typed.trim(),
    validate: (typed) => typed.trim() !== '' || m.security_code_missing(),
  })
  return (
    <VisitorForm
      form={{ ...form, failure: missing ?? form.failure }}
      submit={m.security_confirm()}
      ready={ready}
    >
      {app ? (
        <CodeField {...code} />
      ) : (
        <TextField
          label={m.security_recovery_code()}
          {...code}
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
