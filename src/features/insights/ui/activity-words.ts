import { Globe, Mail, Server, ShoppingBag, UserRound, type LucideIcon } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import type { Stage } from '../../requests/life-cycle.ts'
import { kindFacts } from '../../requests/kinds.data.ts'
import type { KindName } from '../../requests/kinds.ts'

/** One event of the log: what happened, and to what. */
interface Happening {
  type: string
  data: Record<string, unknown>
}

type Sentence = (words: { subject: string }) => string

const asked: Record<KindName, Sentence> = {
  domain: m.activity_asked_domain,
  email: m.activity_asked_email,
  hosting: m.activity_asked_hosting,
}

const answered: Record<Stage, Sentence> = {
  asked: m.activity_looked_at,
  offered: m.activity_offered,
  suggested: m.activity_suggested,
  rejected: m.activity_rejected,
  active: m.activity_activated,
}

const sentences: Record<string, Sentence> = {
  'request.activated': m.activity_activated,
  'payment.claimed': m.activity_claimed,
  'payment.rejected': m.activity_claim_rejected,
  'record.renewed': m.activity_renewed,
  'renewal.requested': m.activity_renewal_requested,
  'record.released': m.activity_released,
  'order.placed': m.activity_ordered,
  'order.changed': m.activity_order_changed,
  'order.completed': m.activity_order_completed,
  'order.cancelled': m.activity_order_cancelled,
  'order.pending': m.activity_order_pending,
}

/** What happened, as a sentence to the customer. What this page does not know yet is called a change. */
export function activityWords({ type, data }: Happening): string {
  const subject = typeof data['subject'] === 'string' ? data['subject'] : ''
  if (type === 'profile.changed') return m.activity_profile()
  const sentence = sentences[type] ?? sentenceOfRequest(type, data)
  return sentence && subject ? sentence({ subject }) : m.activity_other()
}

function sentenceOfRequest(type: string, data: Record<string, unknown>): Sentence | undefined {
  const kind = kindOf(data)
  if (!kind) return undefined
  if (type === 'request.submitted') return asked[kind]
  if (type !== 'request.changed') return undefined
  const stages: Record<string, Stage> = kindFacts[kind].stages
  const stage = stages[String(data['status'])]
  return stage ? answered[stage] : m.activity_answered
}

const icons: Record<KindName, LucideIcon> = { domain: Globe, email: Mail, hosting: Server }

export const activityIcon = ({ data }: Happening): LucideIcon => {
  if (data['kind'] === 'order') return ShoppingBag
  const kind = kindOf(data)
  return kind ? icons[kind] : UserRound
}

const kindOf = ({ kind }: Record<string, unknown>): KindName | undefined =>
  typeof kind === 'string' && Object.hasOwn(kindFacts, kind) ? (kind as KindName) : undefined
