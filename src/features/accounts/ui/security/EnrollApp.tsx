import { useMutation } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import type { AuthError } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { serviceWords } from '../service-words.ts'
import { auth } from '../../../../client/session.ts'
import { CodeField } from './CodeField.tsx'
import { beginApp } from './factors.ts'
import { orThrow } from './or-throw.ts'
import { typed } from './typed.ts'

interface EnrollAppProps {
  /** What the app will be called among the person's factors. */
  name: string
  onDone: () => void
}

/** Adds an app that makes codes: scan the picture or type the secret, then show the first code. */
export function EnrollApp({ name, onDone }: EnrollAppProps) {
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
