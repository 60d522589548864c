import { useMutation } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { m } from '../../../../paraglide/messages.js'
import { ErrorState } from '../../../../platform/ui/kit/ErrorState.tsx'
import { Skeleton } from '../../../../platform/ui/kit/Skeleton.tsx'
import { serviceWords } from '../service-words.ts'
import { EnrollApp } from './EnrollApp.tsx'
import { makeCodes } from './make-codes.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

interface FactorSetUpProps {
  name: string
  /** Whether recovery codes are to follow: they do with the first app. */
  withCodes: boolean
  onDone: () => void
}

/** The whole way to a second factor: the app, its first code, and the recovery codes. */
export function FactorSetUp({ name, withCodes, onDone }: FactorSetUpProps) {
  const making = useMutation({ mutationFn: () => makeCodes(false) })
  if (making.data) return <RecoveryCodes codes={making.data} onKept={onDone} />
  if (making.isError)
    return (
      <ErrorState title={m.security_codes_failed()} onRetry={() => making.mutate()}>
        {serviceWords(making.error as AuthError)}
      </ErrorState>
    )
  if (making.isPending) return <Skeleton className="h-44 w-full" />
  return <EnrollApp name={name} onDone={() => (withCodes ? making.mutate() : onDone())} />
}
