import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { api } from '../../../main/api.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../platform/ui/kit/Button.tsx'
import { Copyable } from '../../../platform/ui/kit/Copyable.tsx'
import { Notice } from '../../../platform/ui/kit/Notice.tsx'

type Verdict = Awaited<ReturnType<typeof api.audit.verify.call>>

const because: Record<NonNullable<Verdict['broken']>['reason'], () => string> = {
  missing: m.audit_broken_missing,
  changed: m.audit_broken_changed,
  contents: m.audit_broken_contents,
  erased: m.audit_broken_erased,
  end: m.audit_broken_end,
}

/** Walks the chain on a press, and says that it holds, or where it breaks. */
export function Verification() {
  const client = useQueryClient()
  const verify = useMutation(
    api.audit.verify.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey: api.audit.list.key() }),
    }),
  )
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" busy={verify.isPending} onClick={() => verify.mutate({})}>
        {verify.isPending ? null : <ShieldCheck aria-hidden className="size-4" />}
        {m.audit_verify()}
      </Button>
      {verify.isError ? <Notice tone="error">{m.audit_verify_failed()}</Notice> : null}
      {verify.data ? <VerdictNotice verdict={verify.data} /> : null}
    </div>
  )
}

function VerdictNotice({ verdict: { broken, checked, unsealed, end } }: { verdict: Verdict }) {
  if (broken)
    return (
      <Notice tone="error" className="w-full">
        {m.audit_broken({ number: broken.seq })} {because[broken.reason]()}
      </Notice>
    )
  return (
    <Notice tone="success" className="w-full">
      {m.audit_holds({ count: checked })} {unsealed ? m.audit_waiting({ count: unsealed }) : null}
      {end.seq ? (
        <span className="mt-1 block text-sm wrap-anywhere">
          {m.audit_end()} <Copyable text={`${end.seq}:${end.hash}`} />
        </span>
      ) : null}
    </Notice>
  )
}
