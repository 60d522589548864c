import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { Notice } from '../../../../kit/Notice.tsx'
import { paymentsApi } from '../received/payments.api.ts'
import { PaymentList } from '../received/PaymentList.tsx'
import type { StoredStatement } from '../../statements/statement.ts'

/** What became of the rows of a statement: each with whom it pays, what is short or over, and what waits for a decision. */
export function ImportResult({ saved }: { saved: StoredStatement }) {
  const { import: id, stored, held, repeated } = saved
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="success">{m.billing_statement_saved({ stored, held, repeated })}</Notice>
      {stored + held ? <Rows label={m.billing_statement_new()} input={{ import: id, known: 'no' }} /> : null}
      {repeated ? <Rows label={m.billing_statement_known()} input={{ import: id, known: 'yes' }} /> : null}
    </div>
  )
}

function Rows({ label, input }: { label: string; input: { import: string; known: 'yes' | 'no' } }) {
  const list = useInfiniteQuery(
    paymentsApi.list.infiniteOptions({ ...pagingOptions, input: (cursor) => ({ ...input, cursor }) }),
  )
  return (
    <section aria-label={label}>
      <h3 className="mb-2 font-semibold">{label}</h3>
      <PaymentList
        label={label}
        query={list}
        empty={<p className="text-muted">{m.billing_statement_none_left()}</p>}
      />
    </section>
  )
}
