import { useCallback } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import type { ReviewFilter } from './review-filter.ts'
import { useDebouncedText } from '../../../../kit/form/debounce.ts'

interface ReviewFiltersProps {
  statuses: Record<string, () => string>
  filter: ReviewFilter
  onChange: (filter: ReviewFilter) => void
}

/** What of the queue is shown: by words, by status, by payment. */
export function ReviewFilters({ statuses, filter, onChange }: ReviewFiltersProps) {
  const { status, claim } = filter
  const tell = useCallback((q: string) => onChange({ status, claim, q }), [onChange, status, claim])
  const [typed, setTyped] = useDebouncedText(filter.q, tell)
  const claims = [
    { value: 'claimed', label: m.review_claim_claimed() },
    { value: 'unclaimed', label: m.review_claim_unclaimed() },
  ]
  return (
    <form
      role="search"
      className="flex min-w-0 flex-1 flex-wrap gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        tell(typed)
      }}
    >
      <TextField
        label={m.review_search()}
        placeholder={m.review_search_placeholder()}
        className="min-w-52 flex-1 max-sm:basis-full"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <Select
        label={m.requests_status()}
        className="w-44 max-sm:w-auto max-sm:flex-1"
        placeholder={m.review_all_statuses()}
        value={status}
        onChange={(event) => onChange({ status: event.target.value, claim, q: typed })}
        options={Object.entries(statuses).map(([value, label]) => ({ value, label: label() }))}
      />
      <Select
        label={m.requests_payment()}
        className="w-44 max-sm:w-auto max-sm:flex-1"
        placeholder={m.review_all_payments()}
        value={claim}
        onChange={(event) =>
          onChange({ status, claim: event.target.value as ReviewFilter['claim'], q: typed })
        }
        options={claims}
      />
    </form>
  )
}
