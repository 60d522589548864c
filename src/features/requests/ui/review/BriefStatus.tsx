import type { ComponentProps } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import { claimedState } from '../../../money/ui/claimed-state.ts'
import { StatusBadge } from '../StatusBadge.tsx'

/**
 * The status of a request in a list of the staff: of an active one that it is, and not the sentence that its customer reads,
 * and of a claimed one that its customer says so.
 */
export const BriefStatus = ({
  product,
  request,
}: Pick<ComponentProps<typeof StatusBadge>, 'product'> & {
  request: ComponentProps<typeof StatusBadge>['request'] & { in_delivery: boolean }
}) => {
  const stage = request.in_delivery ? undefined : product.stages[request.status]
  if (stage === 'active') return <Badge tone="available">{m.common_active()}</Badge>
  if (stage === 'offered' && request.payment_confirmed)
    return (
      <Badge tone={claimedState.tone} icon={claimedState.icon}>
        {m.inbox_state_claimed()}
      </Badge>
    )
  return <StatusBadge product={product} request={request} />
}
