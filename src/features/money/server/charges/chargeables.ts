import type { Transaction } from '../../../../server/database/database.ts'
import type { Settings } from '../../../settings/settings.ts'
import type { Payable, PayableRow } from './payable.ts'
import { payableRenewal } from './payable-renewal.ts'

/** A request or a renewal of any product, or an order. */
export type AnyPayable = Payable<PayableRow, object, object>

export interface Chargeable {
  payable: AnyPayable
  /** Delivers what was paid. Not given for what only an admin can deliver. Throws a `Refused` where it can't be delivered. */
  deliver?:
    | ((tx: Transaction, shop: { now: Date; settings: Settings }, id: string) => Promise<unknown>)
    | undefined
}

const chargeables = new Map<string, Chargeable>()

/**
 * Registers what customers are charged for. `app` calls it for each kind, because the features that sell are above this one.
 * @param kind the `kind` of its charges: the name of a product, or `order`
 */
export const registerChargeable = (kind: string, chargeable: Chargeable) => chargeables.set(kind, chargeable)

/** What a charge is for: an order, or a request or a renewal of its product. */
export function chargeableOf({ kind, renewal_id }: { kind: string; renewal_id: string | null }): Chargeable {
  // A renewal was carried out before it is paid.
  if (renewal_id !== null) return { payable: payableRenewal(kind) as unknown as AnyPayable }
  const found = chargeables.get(kind)
  if (!found) throw new Error(`nothing of the kind ${kind} is registered`)
  return found
}

export const payableOf = (charge: { kind: string; renewal_id: string | null }): AnyPayable =>
  chargeableOf(charge).payable
