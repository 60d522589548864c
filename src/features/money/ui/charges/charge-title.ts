import { m } from '../../../../paraglide/messages.js'
import { splitOrderName } from '../../../../shared/order-name.ts'

/** The subject of a charge: of an order with the number of further items, of a plan with what it is. */
export function chargeTitle({ kind, subject }: { kind: string | null; subject: string }): string {
  // A plan with its website has a dot between them.
  if (kind === 'hosting' && !subject.includes(' · ')) return m.hosting_named({ plan: subject })
  if (kind !== 'order') return subject
  const { first, more } = splitOrderName(subject)
  return more ? m.payments_more_items({ first, more }) : first
}
