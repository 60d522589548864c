import { m } from '../../../../paraglide/messages.js'
import { splitOrderName } from '../../../../shared/order-name.ts'
import { readHostingName } from '../../../products/names/hosting-name.ts'

/** The subject of a charge: of an order with the number of further items, of a plan with what it is. */
export function chargeTitle({ kind, subject }: { kind: string | null; subject: string }): string {
  if (kind === 'hosting')
    return readHostingName(subject).website ? subject : m.hosting_named({ plan: subject })
  if (kind !== 'order') return subject
  const { first, more } = splitOrderName(subject)
  return more ? m.payments_more_items({ first, more }) : first
}
