import { CalendarX } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import type { Stage } from '../../products/life-cycle.ts'
import type { Product } from './product.ts'

const tones: Record<Stage, Tone> = {
  asked: 'pending',
  offered: 'available',
  suggested: 'suggested',
  rejected: 'rejected',
  active: 'active',
}

interface StatusBadgeProps {
  product: Product
  request: { status: string; payment_confirmed: boolean }
  /** Whether what the request brought has expired. */
  isExpired?: boolean
}

/**
 * A request's status in its product's words, in the colour of where it stands. An offer that the customer has paid,
 * and what has expired since, say so instead: the status alone would promise what is no longer true.
 */
export function StatusBadge({ product, request, isExpired = false }: StatusBadgeProps) {
  const { status } = request
  const stage = product.stages[status]
  if (stage === 'offered' && request.payment_confirmed)
    return <Badge tone="pending">{m.requests_status_paid()}</Badge>
  if (stage === 'active' && isExpired)
    return (
      <Badge tone="rejected" icon={CalendarX}>
        {m.requests_expired()}
      </Badge>
    )
  return <Badge tone={stage ? tones[stage] : 'neutral'}>{product.statuses[status]?.() ?? status}</Badge>
}
