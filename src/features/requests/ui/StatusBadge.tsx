import { Badge, type Tone } from '../../../platform/ui/kit/Badge.tsx'
import type { Stage } from '../life-cycle.ts'
import type { Product } from './product.ts'

const tones: Record<Stage, Tone> = {
  asked: 'pending',
  offered: 'available',
  suggested: 'suggested',
  rejected: 'rejected',
  active: 'active',
}

/** A request's status in its product's words, in the colour of where it stands. */
export function StatusBadge({ product, status }: { product: Product; status: string }) {
  const stage = product.kind.stages[status]
  return <Badge tone={stage ? tones[stage] : 'neutral'}>{product.statuses[status]?.() ?? status}</Badge>
}
