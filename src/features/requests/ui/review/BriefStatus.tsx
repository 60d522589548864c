import type { ComponentProps } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import { StatusBadge } from '../StatusBadge.tsx'

/** The status of a request in a list: of an active one that it is, and not the sentence that its customer reads. */
export const BriefStatus = ({
  product,
  request,
}: Pick<ComponentProps<typeof StatusBadge>, 'product'> & {
  request: ComponentProps<typeof StatusBadge>['request'] & { in_delivery: boolean }
}) =>
  !request.in_delivery && product.stages[request.status] === 'active' ? (
    <Badge tone="available">{m.common_active()}</Badge>
  ) : (
    <StatusBadge product={product} request={request} />
  )
