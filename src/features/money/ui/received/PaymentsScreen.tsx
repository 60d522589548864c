import { useInfiniteQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { LinkButton } from '../../../../kit/Button.tsx'
import { useDebouncedText } from '../../../../kit/form/debounce.ts'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { CardList } from '../../../../kit/list/CardList.tsx'
import { Filters, searchFieldClasses } from '../../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../../kit/list/list-states.tsx'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { type PaymentFilter, paymentFilters } from '../../received/payment-shape.ts'
import { paymentsApi } from './payments-api.ts'
import { PaymentRow } from './PaymentRow.tsx'
import { filterLabels } from './payment-labels.ts'

export const handle = { firstCalls: () => ['/api/admin/payments?limit=25'] }

export const meta = pageTitle(() => ({ title: m.payments_title() }))

/** Smaller on a phone, where the list is what counts. */
const linkClasses = 'max-md:px-2.5 max-md:text-sm'

/** Everything claimed and everything received, newest first, updated live. */
export default function PaymentsScreen() {
  const [params, setParams] = useSearchParams()
  const search = useCallback(
    (text: string) => setParams(text.trim() ? { q: text } : {}, { replace: true, preventScrollReset: true }),
    [setParams],
  )
  const searched = (params.get('q') ?? '').trim().slice(0, 200)
  const [q, setQ] = useDebouncedText(params.get('q') ?? '', search)
  const [state, setState] = useState<PaymentFilter | ''>(
    () => paymentFilters.find((one) => one === params.get('state')) ?? '',
  )
  const list = useInfiniteQuery({
    ...paymentsApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({
        cursor,
        limit: 25,
        ...(searched && { q: searched }),
        ...(state && { state }),
      }),
    }),
    placeholderData: (before) => before,
  })
  const isFiltered = Boolean(searched || state)
  return (
    <>
      <PageHeader
        title={m.payments_title()}
        actions={
          <>
            <LinkButton variant="secondary" className={linkClasses} to="/admin/payments/due">
              {m.due_title()}
            </LinkButton>
            <LinkButton variant="secondary" className={linkClasses} to="/admin/payments/import">
              {m.billing_import_title()}
            </LinkButton>
            <LinkButton variant="secondary" className={linkClasses} to="/admin/payments/exports">
              {m.exports_title()}
            </LinkButton>
          </>
        }
      >
        <span className="max-md:hidden">{m.payments_about()}</span>
      </PageHeader>
      <Filters
        active={state ? 1 : 0}
        search={
          <TextField
            label={m.payments_search()}
            placeholder={m.payments_search_placeholder()}
            className={searchFieldClasses}
            type="search"
            value={q}
            onChange={(event) => setQ(event.target.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
          />
        }
      >
        <Select
          label={m.payments_state()}
          className="md:w-52"
          placeholder={m.payments_all()}
          value={state}
          onChange={(event) => setState(event.target.value as PaymentFilter | '')}
          options={paymentFilters.map((value) => ({ value, label: filterLabels[value]() }))}
        />
      </Filters>
      <CardList
        rows
        label={m.payments_title()}
        query={list}
        failed={m.payments_failed()}
        reasonOf={outageMessage}
        empty={
          <EmptyState icon={Banknote} title={isFiltered ? m.payments_none_found() : m.payments_none()}>
            {isFiltered ? null : m.payments_none_about()}
          </EmptyState>
        }
      >
        {(payment) => <PaymentRow payment={payment} />}
      </CardList>
    </>
  )
}
