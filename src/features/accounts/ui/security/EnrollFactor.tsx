import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { serviceWords, useServiceSettings, orThrow } from '../auth-service.ts'
import { makeCodes, RecoveryCodes } from './RecoveryCodes.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { auth } from '../../../../client/session.ts'
import { CodeField, typed } from './CodeField.tsx'
import { beginApp, beginPhone } from './factors.ts'
import { accountsApi } from '../api.ts'
import { TextField } from '../../../../kit/form/Field.tsx'
import { TextedCode } from './TextedCode.tsx'

interface FactorSetUpProps {
  /** What an app will be called among the person's factors. */
  appName: string
  /** Whether recovery codes are to follow: they do with the first factor. */
  withCodes: boolean
  onDone: () => void
}

/** The whole way to a second factor: an app or a phone, its first code, and the recovery codes. */
export function FactorSetUp({ appName, withCodes, onDone }: FactorSetUpProps) {
  const { data: settings } = useServiceSettings()
  const [byPhone, setByPhone] = useState<boolean>()
  const making = useMutation({ mutationFn: () => makeCodes(false) })
  if (making.data) return <RecoveryCodes codes={making.data} onKept={onDone} />
  if (making.isError)
    return (
      <ErrorState title={m.security_codes_failed()} onRetry={() => making.mutate()}>
        {serviceWords(making.error as AuthError)}
      </ErrorState>
    )
  if (making.isPending) return <Skeleton className="h-44 w-full" />
  const next = () => (withCodes ? making.mutate() : onDone())
  const { mfa_totp_enabled: apps = true, mfa_phone_enabled: phones = false } = settings ?? {}
  const texts = byPhone ?? (!apps && phones)
  return (
    <>
      <p className="mb-4 text-muted">{texts ? m.security_phone_text() : m.security_set_up_text()}</p>
      {texts ? <EnrollPhone onDone={next} /> : <EnrollApp name={appName} onDone={next} />}
      {apps && phones ? (
        <p className="mt-4 -ml-4">
          <Button variant="quiet" onClick={() => setByPhone(!texts)}>
            {texts ? m.security_set_up_app() : m.security_set_up_phone()}
          </Button>
        </p>
      ) : null}
    </>
  )
}

interface EnrollAppProps {
  /** What the app will be called among the person's factors. */
  name: string
  onDone: () => void
}

/** Adds an app that makes codes: scan the picture or type the secret, then show the first code. */
function EnrollApp({ name, onDone }: EnrollAppProps) {
  const { business } = usePageData()
  const begun = useMutation({ mutationFn: () => beginApp(business.name, name) })
  const { mutate: begin } = begun
  useEffect(() => begin(), [begin])
  if (begun.isError)
    return (
      <ErrorState title={m.security_enroll_failed()} onRetry={() => begin()}>
        {serviceWords(begun.error as AuthError)}
      </ErrorState>
    )
  if (!begun.data) return <Waiting />
  const { id, totp } = begun.data
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
  const showing = useMutation({
    mutationFn: async (code: string) => orThrow(await auth.mfa.challengeAndVerify({ factorId, code })),
    onSuccess: onDone,
  })
  const [missing, setMissing] = useState(false)
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = typed(event.currentTarget, 'code').replace(/\D/g, '')
    setMissing(!code)
    if (code) showing.mutate(code)
  }
  return (
    <form noValidate onSubmit={confirm} className="mt-3 grid gap-4">
      <CodeField name="code" error={missing ? m.security_code_missing() : undefined} />
      {showing.isError ? <Notice tone="error">{serviceWords(showing.error as AuthError)}</Notice> : null}
      <Button type="submit" busy={showing.isPending} className="justify-self-start">
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

function Waiting() {
  return (
    <div aria-busy className="grid gap-4">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="size-44" />
      <Skeleton className="h-10 w-full" />
      <span className="sr-only">{m.kit_loading()}</span>
    </div>
  )
}

/** Adds a phone that is sent codes: its number, then the first code. */
function EnrollPhone({ onDone }: { onDone: () => void }) {
  const profile = useQueryClient().getQueryData(accountsApi.profile.queryKey())
  const [isInvalid, setInvalid] = useState(false)
  const begun = useMutation({
    mutationFn: async (phone: string) => ({ phone, id: await beginPhone(phone) }),
  })
  const begin = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const number = typed(event.currentTarget, 'phone')
    // The rules of the world's phone numbers are heavy: they come when they are needed.
    const { normalPhone } = await import('../../phone.ts')
    const phone = normalPhone(number, profile?.country)
    setInvalid(!phone)
    if (phone && !begun.isPending) begun.mutate(phone)
  }
  if (begun.data)
    return (
      <>
        <p role="status" className="font-semibold">
          {m.security_sms_sent({ phone: begun.data.phone })}
        </p>
        <TextedCode factorId={begun.data.id} submit={m.security_turn_on()} onDone={onDone} />
        <p className="mt-2 -ml-4">
          <Button variant="quiet" onClick={() => begun.reset()}>
            {m.security_phone_other()}
          </Button>
        </p>
      </>
    )
  return (
    <form noValidate onSubmit={(event) => void begin(event)} className="grid gap-4">
      <TextField
        label={m.accounts_phone()}
        description={m.security_phone_about()}
        name="phone"
        type="tel"
        autoComplete="tel"
        defaultValue={begun.variables ?? profile?.phone_number ?? ''}
        error={isInvalid ? m.accounts_phone_invalid() : undefined}
      />
      {begun.isError ? <Notice tone="error">{serviceWords(begun.error as AuthError)}</Notice> : null}
      <Button type="submit" busy={begun.isPending} className="justify-self-start">
        {m.accounts_code_send()}
      </Button>
    </form>
  )
}
