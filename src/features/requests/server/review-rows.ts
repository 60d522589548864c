import { claimFactsOf } from '../../money/server/claims/claim-facts.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { factsOf, type RequestRow, requestRows } from './store.ts'
import { sql } from 'kysely'
import './requests.tables.ts'

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
    openLinesOf(tx, product.exclusive ? [...new Set(subjects)] : []),
    servicesFrom(
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
        ordered.filter((one) => one.item === row.subject && isOthers(one)).length,
      held_by_other: holders.some(
        (one) => isOthers(one) && held.some(({ kind, name }) => one.kind === kind && one.name === name),
      ),
      is_test: row.is_test,
      record_left: left.find((one) => one.request_id === row.id)?.id ?? null,
    }
  })
}

/** Some requests of a product as admins see them, each with its stage and its details as they are stored. */
export async function requestsForReview(tx: Transaction, product: ProductDefinition, ids: readonly string[]) {
  if (!ids.length) return []
  const rows: RequestRow[] = await requestRows(tx.db).where('requests.id', 'in', ids).execute()
  const reviewed = await forReview(tx, product, rows)
  return rows.map(({ id, stage, details }, at) => ({ id, stage, details, reviewed: reviewed[at]! }))
}

export const oneForReview = async (tx: Transaction, product: ProductDefinition, row: RequestRow) =>
  (await forReview(tx, product, [row]))[0]!

/** The holders of names that only one customer can hold. */
export async function holdersOf({ db }: Transaction, names: readonly { kind: string; name: string }[]) {
  if (!names.length) return []
  return (
    db
      .selectFrom('services')
      .select(['kind', 'name', 'user_id'])
      // The same condition as in the partial unique index, so that PostgreSQL uses it.
      .where(sql<boolean>`exclusive and released_at is null`)
      .where('kind', 'in', [...new Set(names.map((one) => one.kind))])
      .where('name', 'in', [...new Set(names.map((one) => one.name))])
      .execute()
  )
}

/** The unreleased services that requests created. */
export async function servicesFrom({ db }: Transaction, requests: readonly string[]) {
  if (!requests.length) return []
  return db
    .selectFrom('services')
    .select(['id', 'request_id'])
    .where('request_id', 'in', [...requests])
    .where('released_at', 'is', null)
    .execute()
}

/** Open requests for subjects of a kind, of all customers. */
export async function openRequestsFor({ db }: Transaction, kind: string, subjects: readonly string[]) {
  if (!subjects.length) return []
  return db
    .selectFrom('requests')
    .select(['subject', 'user_id'])
    .where('kind', '=', kind)
    .where('subject', 'in', [...new Set(subjects)])
    .where('stage', 'in', ['asked', 'offered'])
    .execute()
}

/** The open lines of orders for domains or addresses, of all customers that the caller may see. */
export async function openLinesOf({ db }: Transaction, names: readonly string[]) {
  if (!names.length) return []
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['domain as item', 'order_id', 'orders.user_id'])
    .where('domain', 'in', names)
    .where('orders.status', '=', 'pending')
    .where('order_lines.state', '<>', 'gone')
    .execute()
}
