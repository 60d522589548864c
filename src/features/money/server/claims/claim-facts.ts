import { withPhoto } from './claim-photos.ts'
import { decimalOf } from '../../../../shared/money/money.ts'
import { adminColumns } from '../../../../shared/people/profile.ts'
import { hasPermission, type Transaction } from '../../../../server/database/database.ts'
import { moneyFromColumn } from '../../../../server/database/tables.ts'
import { isUsualReceipt, methodKey } from '../../received/receipt-key.ts'
import { readStored } from '../../../settings/server/settings.ts'
import { partsPaid, presentPart } from '../received/allocations.ts'
import { claimedAmount, isCounted, type PayableRow } from '../charges/payable.ts'
import '../charges/charges.ts'

/**
 * What admins see beside every payable: the customer, the claim that counts, what is paid in part, and how many claims
 * were refused. A pasted message names a payer and a balance, and is for those who may see payments, as photos are. Runs
 * six queries for a page of any length.
 * @returns a function that gives the facts of one of the rows
 */
export async function claimFactsOf(
  tx: Transaction,
  entity: 'request' | 'order',
  rows: readonly PayableRow[],
) {
  const { db } = tx
  const receipts = rows.flatMap((row) => row.receipt_key ?? [])
  const column = `${entity}_id` as const
  const ids = rows.map((row) => row.id)
  const [maySeeText, profiles, seen, parts, paid, refused] = await Promise.all([
    hasPermission(tx, 'payments.read'),
    db
      .selectFrom('profiles')
      .select(['id', ...adminColumns])
      .where('id', 'in', [...new Set(rows.map((row) => row.user_id))])
      .execute(),
    receipts.length
      ? db
          .selectFrom('claims')
          .select(['id', 'number'])
          .where(isCounted)
          .where('number', 'in', receipts)
          .execute()
      : [],
    db
      .selectFrom('charges')
      .select([`${column} as of`, 'settled', 'amount', 'currency'])
      .where(column, 'in', ids)
      .where('state', '=', 'open')
      .where('settled', '>', '0')
      .execute(),
    partsPaid(tx)
      .innerJoin('charges', 'charges.id', 'allocations.charge_id')
      .leftJoin('profiles as admin', 'admin.id', 'allocations.allocated_by')
      .select((eb) => [
        `charges.${column} as of`,
        'payment.payer_name',
        eb.fn.coalesce('admin.full_name', 'admin.email').as('by'),
      ])
      .where(`charges.${column}`, 'in', ids)
      .execute(),
    db
      .selectFrom('audit_log')
      .select((eb) => ['entity_id', eb.fn.countAll<number>().as('times')])
      .where('entity', '=', entity)
      .where('entity_id', 'in', ids)
      .where('action', '=', 'payment.refused')
      .groupBy('entity_id')
      .execute(),
  ])
  const photos = await withPhoto(
    tx,
    rows.flatMap((row) => row.claim_id ?? []),
  )
  const methods = paid.length ? (await readStored(tx))['payments.methods'] : []
  const requesters = new Map(profiles.map((profile) => [profile.id, profile]))
  const refusals = new Map(refused.map((row) => [row.entity_id, row.times]))
  return (row: PayableRow) => ({
    requester: requesters.get(row.user_id) ?? null,
    claim: row.claim_id === null ? null : claimOf(row, seen, photos, maySeeText),
    payments: paid
      .filter((one) => one.of === row.id)
      .map((one) => ({
        ...presentPart(one),
        payer_name: one.payer_name,
        by: one.by,
        // As the shop writes it.
        method: methods.find((name) => methodKey(name) === one.method) ?? one.method,
      })),
    part: partOf(parts.find((one) => one.of === row.id)),
    refused_claims: refusals.get(row.id) ?? 0,
  })
}

function partOf(charge: { settled: string; amount: string; currency: string } | undefined) {
  if (!charge) return null
  const { currency } = charge
  return {
    settled: decimalOf(moneyFromColumn(charge.settled, currency)),
    amount: decimalOf(moneyFromColumn(charge.amount, currency)),
    currency,
  }
}

function claimOf(
  row: PayableRow,
  seen: readonly { id: string; number: string }[],
  photos: ReadonlySet<string>,
  maySeeText: boolean,
) {
  const paid = claimedAmount(row)
  return {
    amount: paid && decimalOf(paid),
    currency: row.claim_currency ?? row.currency,
    claimed_at: row.claimed_at!.toISOString(),
    receipt_unusual: !isUsualReceipt(row.payment_method!, row.receipt_key!),
    receipt_text: maySeeText ? row.receipt_text : null,
    photo: photos.has(row.claim_id!) ? row.claim_id : null,
    receipt_seen_before: seen.some((one) => one.number === row.receipt_key && one.id !== row.claim_id),
  }
}
