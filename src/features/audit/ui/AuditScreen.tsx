import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { auditApi } from './audit.api.ts'
import { m } from '../../../paraglide/messages.js'
import { ExportButton } from '../../../client/list/ExportButton.tsx'
import { useAddressFilter } from '../../../kit/list/address-filter.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { pageInput, pagingOptions } from '../../../kit/list/paging.ts'
import { AuditList } from './AuditList.tsx'
import { AuditFilters, filterOf } from './AuditFilters.tsx'
import { Button } from '../../../kit/Button.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { Notice } from '../../../kit/Notice.tsx'

export const handle = { firstCalls: () => ['/api/admin/audit?total=true', '/api/admin/audit/words'] }

export const meta = pageTitle(() => ({ title: m.common_audit_log() }))

const POLL_MS = 15_000

/** The audit log, its export and its verification. */
export default function AuditScreen() {
  const { timeZone } = usePageData()
  const [params, change] = useAddressFilter()
  const shown = filterOf(params)
  const filter = shown.from || shown.until ? { ...shown, zone: timeZone } : shown
  const list = useInfiniteQuery({
    ...auditApi.list.infiniteOptions({ input: (cursor) => pageInput(filter, cursor), ...pagingOptions }),
    placeholderData: (before) => before,
    // No live event is published for log-ins and failures.
    refetchInterval: POLL_MS,
  })
  const verification = useVerification()
  return (
    <>
      <PageHeader
        title={m.common_audit_log()}
        actions={
          <>
            <VerifyButton verification={verification} />
            <ExportButton list="/api/admin/audit" filter={filter} />
          </>
        }
      >
        {m.audit_about()}
      </PageHeader>
      <Verification verification={verification} />
      <AuditFilters filter={shown} onChange={change} />
      <AuditList query={list} />
    </>
  )
}

type Verdict = Awaited<ReturnType<typeof auditApi.verify.call>>

const reasonTexts: Record<NonNullable<Verdict['broken']>['reason'], () => string> = {
  missing: m.audit_broken_missing,
  changed: m.audit_broken_changed,
  contents: m.audit_broken_contents,
  erased: m.audit_broken_erased,
  end: m.audit_broken_end,
  beginning: m.audit_broken_beginning,
  report: m.audit_broken_report,
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

function VerdictNotice({ verdict: { broken, checked, unsealed, removed, end } }: { verdict: Verdict }) {
  if (broken)
    return (
      <Notice tone="error" className="mb-6">
        {m.audit_broken({ number: broken.seq })} {reasonTexts[broken.reason]()}
      </Notice>
    )
  return (
    <Notice tone="success" className="mb-6">
      {m.audit_holds({ count: checked })} {unsealed ? m.audit_waiting({ count: unsealed }) : null}{' '}
      {removed ? m.audit_removed({ count: removed }) : null}
      {end.seq ? (
        <span className="mt-1 block text-sm wrap-anywhere">
          {m.audit_end()} <Copyable text={`${end.seq}:${end.hash}`} />
        </span>
      ) : null}
    </Notice>
  )
}
