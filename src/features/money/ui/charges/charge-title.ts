import { m } from '../../../../paraglide/messages.js'
import { splitOrderName } from '../../../../shared/order-name.ts'

/** The subject of a charge: of an order with the number of further items. */
export function chargeTitle({ kind, subject }: { kind: string; subject: string }): string {
  if (kind !== 'order') return subject
  const { first, more } = splitOrderName(subject)
  return more ? m.payments_more_items({ first, more }) : first
}
