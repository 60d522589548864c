import { CalendarX } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Badge } from '../../../kit/Badge.tsx'
import type { ProductRecord } from './api.ts'
import { useNow } from '../../../kit/dates.tsx'

/** Whether what the customer holds works at this moment. */
export function HoldingStatus({ holding }: { holding: ProductRecord }) {
  const now = useNow()
  // Whatever its stored status still says.
  if (holding.expires_at !== null && Date.parse(holding.expires_at) <= now)
    return (
      <Badge tone="rejected" icon={CalendarX}>
        {m.requests_expired()}
      </Badge>
    )
  return <Badge tone="available">{holding.status === 'active' ? m.requests_active() : holding.status}</Badge>
}
