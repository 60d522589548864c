import type { Transaction } from '../../../server/database/database.ts'
import type { Fulfilment, NameRecord } from './fulfilment.tables.ts'
import type { FulfilmentReason } from '../states.ts'
import type { Money } from '../../../shared/money/money.ts'
import type { Settings } from '../../settings/settings.ts'

/** What is booked once a fulfilment is done. */
export interface Delivered {
  now: Date
  settings: Settings
  /** The registry's date. Null where nobody has said it. */
  registeredUntil: Date | null
  fulfilment: Pick<Fulfilment, 'id' | 'account_id' | 'kind' | 'target' | 'input'>
  /** What it cost at the provider. Undefined where nobody has said it. */
  cost: Money | undefined
  /** What the registrar's record says since. Undefined where it was not read. */
  record: NameRecord | undefined
}

/** What fulfilments are for: a request, the line of an order, a renewal. */
export interface FulfilmentSource {
  /** Books it. May throw a `Refused`, and is called once more then. */
  done(tx: Transaction, source: string, delivered: Delivered): Promise<void>
  /** Nothing is delivered: what was paid is owed back. */
  refused(
    tx: Transaction,
    source: string,
    shop: { now: Date; settings: Settings; words: string },
  ): Promise<void>
  /** Notes why the provider has refused a transfer on which nobody has decided yet. Null: it is not refused any more. */
  noted?(tx: Transaction, source: string, reason: FulfilmentReason | null): Promise<void>
}

const sources = new Map<string, FulfilmentSource>()

/** Registers a kind of source. `app` calls it, because the features that sell are above this one. */
export const registerFulfilmentSource = (kind: string, source: FulfilmentSource) => sources.set(kind, source)

export function sourceOf(kind: string): FulfilmentSource {
  const found = sources.get(kind)
  if (!found) throw new Error(`no source of the kind ${kind} is registered`)
  return found
}
