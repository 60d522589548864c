import { mayBeSameName, mayBeSameNumber } from './payer.ts'
import { type ComparedFact, comparedFacts } from './received.ts'

/** What evidence says of a payment. Amounts are decimal numbers. */
export interface PaymentFacts {
  amount: string | null
  currency: string | null
  payer_name: string | null
  payer_phone: string | null
  reference_keys: readonly string[]
  paid_at: Date | null
}

const named = (references: readonly string[]) => references.toSorted().join(' ') || null

/** Statements name the day of the value, which may be after a weekend. */
const MOST_APART_MS = 4 * 24 * 60 * 60_000

/**
 * In which facts two pieces of evidence of one payment contradict each other. What one of them does not name is no
 * contradiction, unless they must be the same.
 * @param isExact whether they must be the same
 */
export function contradictions(one: PaymentFacts, other: PaymentFacts, isExact = false): ComparedFact[] {
  const differs = <Value>(
    value: Value | null,
    second: Value | null,
    isSame: (a: Value, b: Value) => boolean,
  ) => (value === null || second === null ? isExact && value !== second : !isSame(value, second))
  const isOther: Record<ComparedFact, boolean> = {
    amount:
      differs(one.amount, other.amount, (a, b) => Number(a) === Number(b)) ||
      differs(one.currency, other.currency, (a, b) => a === b),
    payer:
      differs(one.payer_phone, other.payer_phone, mayBeSameNumber) ||
      differs(one.payer_name, other.payer_name, mayBeSameName),
    reference: differs(named(one.reference_keys), named(other.reference_keys), (a, b) => a === b),
    time: differs(one.paid_at, other.paid_at, (a, b) => Math.abs(a.getTime() - b.getTime()) < MOST_APART_MS),
  }
  return comparedFacts.filter((fact) => isOther[fact])
}
