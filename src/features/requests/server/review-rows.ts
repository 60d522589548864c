import { claimFactsOf } from '../../payments/server/claim-facts.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { openLinesOf } from './open-lines.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { holdersOf, openRequestsFor, recordsFrom } from './review-facts.ts'
import { factsOf, type RequestRow } from './store.ts'

/** Requests as admins see them: with the customer, the claim, and who else holds or wants the subject. */
export async function forReview(tx: Transaction, product: ProductDefinition, rows: RequestRow[]) {
  if (!rows.length) return []
  const subjects = rows.map((row) => row.subject)
  const [facts, competing, holders, ordered, left] = await Promise.all([
    claimFactsOf(tx, 'request', rows),
    openRequestsFor(tx, product.name, product.exclusive ? subjects : []),
    holdersOf(
      tx,
      rows.flatMap((row) => product.heldNames(row.subject)),
    ),
    openLinesOf(tx, product.name, [...new Set(subjects)]),
    recordsFrom(
      tx,
      rows.filter((row) => row.stage !== 'active').map((row) => row.id),
    ),
  ])
  return rows.map((row) => {
    const isOthers = (one: { user_id: string }) => one.user_id !== row.user_id
    const held = product.heldNames(row.subject)
    return {
      ...product.present(factsOf(row)),
      ...facts(row),
      competing_requests:
        competing.filter((one) => one.subject === row.subject && isOthers(one)).length +
        ordered.filter((one) => one.domain === row.subject && isOthers(one)).length,
      held_by_other: holders.some(
        (one) => isOthers(one) && held.some(({ kind, name }) => one.kind === kind && one.name === name),
      ),
      record_left: left.find((one) => one.request_id === row.id)?.id ?? null,
    }
  })
}

export const oneForReview = async (tx: Transaction, product: ProductDefinition, row: RequestRow) =>
  (await forReview(tx, product, [row]))[0]!
