import { useMutation } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { useServiceSettings } from '../service-settings.ts'
import { serviceWords } from '../service-words.ts'
import { EnrollApp } from './EnrollApp.tsx'
import { EnrollPhone } from './EnrollPhone.tsx'
import { makeCodes } from './make-codes.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

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
