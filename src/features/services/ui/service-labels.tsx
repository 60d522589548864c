import { CalendarX, CircleStop, Hourglass, PauseCircle } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import type { DueWindow, ServiceState } from '../service-states.ts'

export const stateLabels: Record<ServiceState, () => string> = {
  active: m.common_active,
  grace: m.services_grace,
  expired: m.common_expired,
  suspended: m.common_suspended,
  ended: m.services_ended,
}

export const serviceStyles: Record<ServiceState, { tone: Tone; icon?: LucideIcon }> = {
  active: { tone: 'available' },
  grace: { tone: 'pending', icon: Hourglass },
  expired: { tone: 'rejected', icon: CalendarX },
  suspended: { tone: 'rejected', icon: PauseCircle },
  ended: { tone: 'neutral', icon: CircleStop },
}

export const StateBadge = ({ state }: { state: ServiceState }) => (
  <Badge {...serviceStyles[state]}>{stateLabels[state]()}</Badge>
)

export const dueLabels: Record<DueWindow, () => string> = {
  overdue: m.services_overdue,
  7: () => m.services_within({ days: 7 }),
  30: () => m.services_within({ days: 30 }),
  90: () => m.services_within({ days: 90 }),
}

/** Why a service is not renewed. */
export const renewRefusals: Record<string, () => string> = {
  CONFLICT: m.services_conflict,
  NOT_FOUND: m.services_gone,
  NOT_RENEWABLE: m.services_not_renewable,
  RENEWAL_OPEN: m.services_renewal_open,
  BEING_DELIVERED: m.services_being_delivered,
}
