import { useCallback, useRef, useState, type ReactNode } from 'react'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { emptyFilter, type ReviewFilter, useFilterInUrl } from './review-filter.ts'
import { QueueHelp } from './QueueHelp.tsx'
import { useQueueKeys } from './queue-keys.ts'
import { ReviewFilters } from './ReviewFilters.tsx'

interface QueuePanelProps {
  title: string
  about: string
  statuses: Record<string, () => string>
  renderQueue: (filter: ReviewFilter, onClear: () => void) => ReactNode
}

/** The admins' place for whatever is asked for and paid: filters that stand in the address, keys, and the queue. */
export function QueuePanel({ title, about, statuses, renderQueue }: QueuePanelProps) {
  const [filter, setFilter] = useFilterInUrl(statuses)
  const [isHelping, setHelping] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  useQueueKeys(
    panel,
    useCallback(() => setHelping(true), []),
  )
  return (
    <div ref={panel}>
      <PageHeader title={title}>{about}</PageHeader>
      <div className="mb-4 flex gap-2">
        <ReviewFilters statuses={statuses} filter={filter} onChange={setFilter} />
        <QueueHelp open={isHelping} onOpen={() => setHelping(true)} onClose={() => setHelping(false)} />
      </div>
      {renderQueue(filter, () => setFilter(emptyFilter))}
    </div>
  )
}
