import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { auditApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { Notice } from '../../../kit/Notice.tsx'

type Verdict = Awaited<ReturnType<typeof auditApi.verify.call>>

const reasonTexts: Record<NonNullable<Verdict['broken']>['reason'], () => string> = {
  missing: m.audit_broken_missing,
  changed: m.audit_broken_changed,
  contents: m.audit_broken_contents,
  erased: m.audit_broken_erased,
  end: m.audit_broken_end,
}

export function useVerification() {
  const client = useQueryClient()
  return useMutation(
    auditApi.verify.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: auditApi.list.key() }),
    }),
  )
}

interface VerificationProps {
  verification: ReturnType<typeof useVerification>
}

export const VerifyButton = ({ verification: { isPending, mutate } }: VerificationProps) => (
  <Button variant="secondary" busy={isPending} onClick={() => mutate({})}>
    {isPending ? null : <ShieldCheck aria-hidden className="size-4" />}
    {m.audit_verify()}
  </Button>
)

/** The result of the verification. */
export function Verification({ verification: { isError, data } }: VerificationProps) {
  if (isError)
    return (
      <Notice tone="error" className="mb-6">
        {m.audit_verify_failed()}
      </Notice>
    )
  return data ? <VerdictNotice verdict={data} /> : null
}

function VerdictNotice({ verdict: { broken, checked, unsealed, end } }: { verdict: Verdict }) {
  if (broken)
    return (
      <Notice tone="error" className="mb-6">
        {m.audit_broken({ number: broken.seq })} {reasonTexts[broken.reason]()}
      </Notice>
    )
  return (
    <Notice tone="success" className="mb-6">
      {m.audit_holds({ count: checked })} {unsealed ? m.audit_waiting({ count: unsealed }) : null}
      {end.seq ? (
        <span className="mt-1 block text-sm wrap-anywhere">
          {m.audit_end()} <Copyable text={`${end.seq}:${end.hash}`} />
        </span>
      ) : null}
    </Notice>
  )
}
