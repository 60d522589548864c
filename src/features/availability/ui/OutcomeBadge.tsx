import { CircleCheck, CircleSlash, TriangleAlert, type LucideIcon } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import type { outcomeOf } from '../answer.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'

export type Outcome = ReturnType<typeof outcomeOf>

export const outcomeStyles: Record<Outcome, [Tone, LucideIcon, () => string]> = {
  free: ['available', CircleCheck, m.common_available],
  'ask-price': ['available', CircleCheck, m.common_available],
  gone: ['neutral', CircleSlash, m.results_not_available],
  unclear: ['pending', TriangleAlert, m.results_error],
}

/** The result of a name check as text, icon and colour. */
export function OutcomeBadge({ outcome }: { outcome: Outcome }) {
  const [tone, icon, label] = outcomeStyles[outcome]
  return (
    <Badge tone={tone} icon={icon}>
      {label()}
    </Badge>
  )
}
