import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, ScrollText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { auditApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { EmptyState, ErrorState, LoadMore } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { loadedRows, pagingOptions } from '../../../kit/list/paging.ts'
import { AuditEntry } from './AuditEntry.tsx'
import { AuditFilters, type Filter } from './AuditFilters.tsx'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { downloadFile } from '../../../client/files/download.ts'
import { Copyable } from '../../../kit/Copyable.tsx'
import { Notice } from '../../../kit/Notice.tsx'

export const handle = { firstCalls: () => ['/api/admin/audit', '/api/admin/audit/words'] }

export const meta = pageTitle(() => ({ title: m.audit_title() }))

const POLL_MS = 15_000

/** The audit log, its export and its verification. */
export default function AuditScreen() {
  const [filter, setFilter] = useState<Filter>({})
  const list = useInfiniteQuery({
    ...auditApi.list.infiniteOptions({ input: (cursor) => ({ ...filter, cursor }), ...pagingOptions }),
    // No live event is published for log-ins and failures.
    refetchInterval: POLL_MS,
  })
  const verification = useVerification()
  const rows = loadedRows(list.data)
  return (
    <>
      <PageHeader
        title={m.audit_title()}
        actions={
          <>
            <VerifyButton verification={verification} />
            <ExportButton filter={filter} />
          </>
        }
      >
        {m.audit_about()}
      </PageHeader>
      <Verification verification={verification} />
      <AuditFilters onFilter={setFilter} />
      <div className="mt-6" aria-busy={list.isPending}>
        {list.isError && !rows ? (
          <ErrorState title={m.audit_failed()} busy={list.isFetching} onRetry={() => void list.refetch()}>
            {outageMessage(list.error)}
          </ErrorState>
        ) : !rows ? (
          <AuditSkeleton />
        ) : rows.length ? (
          <ol aria-label={m.audit_title()} className="divide-y divide-line border-y border-line">
            {rows.map((entry) => (
              <li key={entry.id}>
                <AuditEntry entry={entry} />
              </li>
            ))}
          </ol>
        ) : (
          <EmptyState icon={ScrollText} title={m.audit_none()}>
            {m.audit_none_about()}
          </EmptyState>
        )}
      </div>
      <LoadMore
        more={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}

const AuditSkeleton = () => (
  <div className="divide-y divide-line border-y border-line">
    {[0, 1, 2, 3, 4, 5].map((index) => (
      <div
        key={index}
        className="grid gap-x-3 gap-y-2 py-3 pl-7 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto] sm:pl-9"
      >
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-10 w-1/2" />
        <Skeleton className="h-4 w-40" />
      </div>
    ))}
    <span className="sr-only">{m.kit_loading()}</span>
  </div>
)

/** Saves the filtered rows as a CSV file. */
function ExportButton({ filter }: { filter: Filter }) {
  const save = useMutation({
    mutationFn: () =>
      downloadFile(`/api/admin/audit/export?${new URLSearchParams({ ...filter })}`, 'audit.csv'),
    onError: () => toast.error(m.audit_export_failed()),
  })
  return (
    <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
      {save.isPending ? null : <Download aria-hidden className="size-4" />}
      {m.audit_export()}
    </Button>
  )
}

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
