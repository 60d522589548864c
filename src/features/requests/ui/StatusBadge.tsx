import { CalendarX } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import type { Stage } from '../../products/life-cycle.ts'
import { claimedState } from '../../money/ui/claimed-state.ts'
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
  request: { status: string; payment_confirmed: boolean; in_delivery?: boolean }
  /** Whether the service that the request led to has expired. */
  isExpired?: boolean
}

/**
 * The status of a request as its product calls it, in the colour of its stage. A paid offer, what is being delivered and
 * an expired service have their own label, because the status alone would be misleading.
 */
export function StatusBadge({ product, request, isExpired = false }: StatusBadgeProps) {
  const { status } = request
  const stage = product.stages[status]
  const { inDelivery = m.requests_in_delivery } = product.textsOf?.(request) ?? {}
  if (request.in_delivery) return <Badge tone="pending">{inDelivery()}</Badge>
  if (stage === 'offered' && request.payment_confirmed)
    return (
      <Badge tone={claimedState.tone} icon={claimedState.icon}>
        {claimedState.label()}
      </Badge>
    )
  if (stage === 'active' && isExpired)
    return (
      <Badge tone="rejected" icon={CalendarX}>
        {m.common_expired()}
      </Badge>
    )
  return <Badge tone={stage ? tones[stage] : 'neutral'}>{product.statuses[status]?.() ?? status}</Badge>
}
