import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { Factor } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { authErrorMessage, useAuthSettings, orThrow } from '../auth-service.ts'
import { createRecoveryCodes, RecoveryCodes } from './RecoveryCodes.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { callAuth } from '../../../../client/session/session.ts'
import { FieldProblem, useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { CodeField, digitsOf, rules } from '../account-fields.tsx'
import { unusedName } from './factor-names.ts'
import { enrollApp, enrollPhone } from './factors.ts'
import { accountsApi } from '../accounts.api.ts'
import { TextField } from '../../../../kit/form/Field.tsx'
import { SmsCode } from './SmsCode.tsx'

interface EnrollFactorProps {
  /** The person's authenticator apps. */
  apps: Factor[]
  /** Whether recovery codes follow: true for the first factor. */
  withCodes: boolean
  onDone: () => void
}

/** Sets up a second factor: an app or a phone, its first code, and the recovery codes. */
export function EnrollFactor({ apps, withCodes, onDone }: EnrollFactorProps) {
  const { data: settings } = useAuthSettings()
  const [byPhone, setByPhone] = useState<boolean>()
  const codes = useMutation({ mutationFn: () => createRecoveryCodes(false) })
  if (codes.data) return <RecoveryCodes codes={codes.data} onSaved={onDone} />
  if (codes.isError)
    return (
      <ErrorState title={m.security_codes_failed()} onRetry={() => codes.mutate()}>
        {authErrorMessage(codes.error)}
      </ErrorState>
    )
  if (codes.isPending) return <Skeleton className="h-44 w-full" />
  const next = () => (withCodes ? codes.mutate() : onDone())
  const { mfa_totp_enabled: byApps = true, mfa_phone_enabled: byPhones = false } = settings ?? {}
  const isPhone = byPhone ?? (!byApps && byPhones)
  return (
    <>
      <p className="mb-4 text-muted">{isPhone ? m.security_phone_text() : m.security_set_up_text()}</p>
      {isPhone ? (
        <EnrollPhone onDone={next} />
      ) : (
        <EnrollApp name={unusedName(apps, m.common_authenticator_app())} onDone={next} />
      )}
      {byApps && byPhones ? (
        <p className="mt-4 -ml-4">
          <Button variant="quiet" onClick={() => setByPhone(!isPhone)}>
            {isPhone ? m.security_set_up_app() : m.security_set_up_phone()}
          </Button>
        </p>
      ) : null}
    </>
  )
}

interface EnrollAppProps {
  /** The name of the app among the person's factors. */
  name: string
  onDone: () => void
}

/** Adds an authenticator app: scan the QR code or type the secret, then enter the first code. */
function EnrollApp({ name, onDone }: EnrollAppProps) {
  const { business } = usePageData()
  const enrolment = useMutation({ mutationFn: () => enrollApp(business.name, name) })
  const { mutate: enroll } = enrolment
  useEffect(() => enroll(), [enroll])
  if (enrolment.isError)
    return (
      <ErrorState title={m.security_enroll_failed()} onRetry={() => enroll()}>
        {authErrorMessage(enrolment.error)}
      </ErrorState>
    )
  if (!enrolment.data) return <EnrollAppSkeleton />
  const { id, totp } = enrolment.data
  return (
    <ol className="grid gap-6">
      <Step number={1} title={m.security_step_scan()}>
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-4">
          <img
            src={totp.qr_code}
            alt={m.security_qr()}
            className="size-44 rounded-control border border-line"
          />
          <div className="min-w-0 flex-1 basis-56">
            <p className="text-sm text-muted">{m.security_secret()}</p>
            <p className="mt-1 font-mono text-sm">
              <Copyable text={totp.secret.match(/.{1,4}/g)!.join(' ')} />
            </p>
            <p className="mt-3 text-sm sm:hidden">
              <a href={totp.uri} className="font-semibold text-primary underline underline-offset-4">
                {m.security_open_app()}
              </a>
            </p>
          </div>
        </div>
      </Step>
      <Step number={2} title={m.security_step_code()}>
        <FirstCode factorId={id} onDone={onDone} />
      </Step>
    </ol>
  )
}

function FirstCode({ factorId, onDone }: { factorId: string; onDone: () => void }) {
  const { field, submit, busy, failure } = useSubmitForm({
    defaultValues: { code: '' },
    send: async ({ code }) =>
      orThrow(await callAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code: digitsOf(code) }))),
    onDone,
    failure: authErrorMessage,
  })
  return (
    <form noValidate onSubmit={submit} className="mt-3 grid gap-4">
      <CodeField {...field('code', rules.factorCode)} />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Button type="submit" busy={busy} className="justify-self-start">
        {m.security_turn_on()}
      </Button>
    </form>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-well text-sm font-bold text-primary"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </li>
  )
}

function EnrollAppSkeleton() {
  return (
    <div aria-busy className="grid gap-4">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="size-44" />
      <Skeleton className="h-10 w-full" />
      <span className="sr-only">{m.kit_loading()}</span>
    </div>
  )
}

/** Adds a phone for codes by SMS: its number, then the first code. */
function EnrollPhone({ onDone }: { onDone: () => void }) {
  const profile = useQueryClient().getQueryData(accountsApi.profile.queryKey())
  const {
    sending: enrolment,
    field,
    submit,
    busy,
    failure,
  } = useSubmitForm({
    defaultValues: { phone: profile?.phone_number ?? '' },
    async send({ phone: typed }) {
      // The phone number rules are large: they are loaded on submit.
      const { normalPhone } = await import('../../phone.ts')
      const phone = normalPhone(typed.trim(), profile?.country)
      if (!phone) throw new FieldProblem('phone', m.accounts_phone_invalid())
      return { phone, id: await enrollPhone(phone) }
    },
    failure: authErrorMessage,
  })
  if (enrolment.data)
    return (
      <>
        <p role="status" className="font-semibold">
          {m.security_sms_sent({ phone: enrolment.data.phone })}
        </p>
        <SmsCode factorId={enrolment.data.id} submit={m.security_turn_on()} onDone={onDone} />
        <p className="mt-2 -ml-4">
          <Button variant="quiet" onClick={() => enrolment.reset()}>
            {m.security_phone_other()}
          </Button>
        </p>
      </>
    )
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={m.common_phone_number()}
        description={m.security_phone_about()}
        type="tel"
        autoComplete="tel"
        {...field('phone')}
      />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Button type="submit" busy={busy} className="justify-self-start">
        {m.accounts_code_send()}
      </Button>
    </form>
  )
}
