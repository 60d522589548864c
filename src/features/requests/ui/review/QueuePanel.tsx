import { Inbox, SearchX } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { ExportButton } from '../../../../client/list/ExportButton.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { SiteAddress } from '../../../../kit/Copyable.tsx'
import { useDebouncedText } from '../../../../kit/form/debounce.ts'
import { Select } from '../../../../kit/form/Field.tsx'
import { Filters, SearchField } from '../../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../../kit/list/list-states.tsx'
import { pageInput } from '../../../../kit/list/paging.ts'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { queueClaims, queueFilterNames as fields } from '../../queue-filter.data.ts'
import type { QueueFilter } from '../../queue-filter.ts'

interface QueuePanelProps {
  title: string
  about: string
  statuses: Record<string, () => string>
  /** The button that shows all again, where a link names one row. */
  showAll: string
  /** The address of the list. */
  list: string
  renderQueue: (filter: ReviewFilter, onClear: () => void) => ReactNode
}

/** An admin's queue of requests or orders, with its filters in the address. */
export function QueuePanel({ title, about, statuses, showAll, list, renderQueue }: QueuePanelProps) {
  const [filter, setFilter] = useFilterInUrl(statuses)
  const clear = () => setFilter(emptyFilter)
  return (
    <>
      <PageHeader title={title} actions={<ExportButton list={list} filter={filter} />}>
        <span className="max-md:hidden">{about}</span>
      </PageHeader>
      <ReviewFilters
        statuses={statuses}
        filter={filter}
        onChange={setFilter}
        end={
          filter.id || filter.customer ? (
            <Button variant="secondary" onClick={clear}>
              {showAll}
            </Button>
          ) : null
        }
      />
      {renderQueue(filter, clear)}
    </>
  )
}

interface NothingProps {
  none: string
  noneFound: string
  showAll: string
  /** Clears the filter. Undefined without a filter. */
  onClear: (() => void) | undefined
}

/** An empty queue: nothing has come yet, or nothing passes the filter. */
export const EmptyQueue = ({ none, noneFound, showAll, onClear }: NothingProps) =>
  onClear ? (
    <EmptyState
      icon={SearchX}
      title={noneFound}
      action={
        <Button variant="secondary" onClick={onClear}>
          {showAll}
        </Button>
      }
    />
  ) : (
    <EmptyState icon={Inbox} title={none} action={<SiteAddress />}>
      {m.review_none_about()}
    </EmptyState>
  )

interface ReviewFiltersProps {
  statuses: Record<string, () => string>
  filter: ReviewFilter
  onChange: (filter: ReviewFilter) => void
  end: ReactNode
}

/** The fields that filter the queue by text, status and payment. */
function ReviewFilters({ statuses, filter, onChange, end }: ReviewFiltersProps) {
  // A search is not about the one row of a link.
  const search = useCallback((q: string) => onChange({ ...filter, id: '', q }), [onChange, filter])
  const [typed, setTyped] = useDebouncedText(filter.q, search)
  const change = (field: keyof ReviewFilter) => (event: ChangeEvent<HTMLSelectElement>) =>
    onChange({ ...filter, id: '', q: typed, [field]: event.target.value })
  const claims = [
    { value: 'claimed', label: m.review_claim_claimed() },
    { value: 'unclaimed', label: m.review_claim_unclaimed() },
  ]
  return (
    <Filters
      active={[filter.status, filter.claim].filter(Boolean).length}
      onSubmit={() => search(typed)}
      end={end}
      search={
        <SearchField
          label={m.common_search()}
          placeholder={m.review_search_placeholder()}
          value={typed}
          onChange={setTyped}
        />
      }
    >
      <Select
        label={m.common_status()}
        className="md:w-44"
        placeholder={m.review_all_statuses()}
        value={filter.status}
        onChange={change('status')}
        options={Object.entries(statuses).map(([value, label]) => ({ value, label: label() }))}
      />
      <Select
        label={m.common_payment()}
        className="md:w-44"
        placeholder={m.review_all_payments()}
        value={filter.claim}
        onChange={change('claim')}
        options={claims}
      />
    </Filters>
  )
}

/** The filter of a queue as its fields store it. An empty field does not filter. */
export type ReviewFilter = Record<keyof QueueFilter, string>

const filterFrom = (valueOf: (field: keyof QueueFilter) => string) =>
  Object.fromEntries(fields.map((field) => [field, valueOf(field)])) as ReviewFilter

const emptyFilter = filterFrom(() => '')

const idShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isFiltered = (filter: ReviewFilter) => fields.some((field) => filter[field].trim() !== '')

/**
 * The filter in the URL, so that it survives a reload and can be shared. Ignores invalid values.
 * @param statuses the valid statuses, as keys
 */
function useFilterInUrl(statuses: object): [ReviewFilter, (filter: ReviewFilter) => void] {
  const [params, setParams] = useSearchParams()
  const filter = filterFrom((field) => {
    const value = (params.get(field) ?? '').slice(0, 200)
    const isValid: Record<keyof QueueFilter, () => boolean> = {
      id: () => idShape.test(value),
      customer: () => idShape.test(value),
      status: () => Object.hasOwn(statuses, value),
      claim: () => queueClaims.some((claim) => claim === value),
      q: () => true,
    }
    return isValid[field]() ? value : ''
  })
  const change = (next: ReviewFilter) =>
    setParams(
      (before) =>
        Object.entries({ ...next, sort: before.get('sort') ?? '' }).filter(
          ([, value]) => value.trim() !== '',
        ),
      { replace: true, preventScrollReset: true },
    )
  return [filter, change]
}

/** The filter as the input of a queue's call, without its empty fields. */
export const filterInput = (filter: ReviewFilter, cursor: string | undefined) =>
  pageInput(
    {
      ...(Object.fromEntries(
        fields.map((field) => [field, filter[field].trim()]).filter(([, value]) => value),
      ) as QueueFilter),
      limit: 25,
    },
    cursor,
  )
