import { type Selectable, sql } from 'kysely'
import { customersWith } from '../../../../server/database/search.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import type { Tables } from '../../../../server/database/tables.ts'
import { type Charge, chargeColumns } from '../charges/charges.ts'
import { idsIn, isForCharge, payableColumns, payableId } from '../charges/payable.ts'
import { isSamePayer } from '../../received/payer.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import { isNearReceipt } from '../../received/receipt-key.ts'

/** Hours between a claim or an offer and the money, for a suggestion. */
export const SUGGESTION_HOURS = 48
const MOST_CANDIDATES = 50

const MOST_SUGGESTED = 3

/** A charge, and the receipt number that its customer has typed where it is near to that of the money. */
export type Suggestion = Charge & { typed: string | null }

/**
 * Open charges that received money may be for: those with one of its references, or whose claims have its receipt number;
 * then those whose claims have one that is near to it, and those that `similarCharges` finds. They are only shown: none of
 * it is certain.
 */
export async function suggestionsFor(tx: Transaction, row: ReceivedRow): Promise<Suggestion[]> {
  const named = await tx.db
    .selectFrom('charges')
    .select(chargeColumns)
    .where('state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('reference', '=', sql<string>`any (${row.reference_keys}::text[])`),
        ...payableColumns.map((column) =>
          eb(column, 'in', (claims) =>
            claims
              .selectFrom('claims')
              .select(column)
              .where('number', '=', row.code_key)
              .where('state', '=', 'open')
              .where(column, 'is not', null)
              .$castTo<Record<typeof column, string>>(),
          ),
        ),
      ]),
    )
    .orderBy('created_at')
    .limit(MOST_SUGGESTED)
    .execute()
  const near = await nearCharges(tx, row)
  const isFull = named.length + near.length >= MOST_SUGGESTED
  const similar = isFull ? [] : await similarCharges(tx, row)
  return distinct([...plain(named), ...near, ...plain(similar)]).slice(0, MOST_SUGGESTED)
}

const plain = (charges: readonly Charge[]): Suggestion[] =>
  charges.map((charge) => ({ ...charge, typed: null }))

const distinct = (found: readonly Suggestion[]): Suggestion[] =>
  [...new Map(found.toReversed().map((charge) => [charge.id, charge])).values()].toReversed()

/** Open charges whose claims have a receipt number that is near to that of the money. */
async function nearCharges(tx: Transaction, row: ReceivedRow): Promise<Suggestion[]> {
  const claims = await nearClaims(tx, row)
  if (!claims.length) return []
  const found = await tx.db
    .selectFrom('charges')
    .select(chargeColumns)
    .where('state', '=', 'open')
    .where((eb) => eb.or(payableColumns.map((column) => eb(column, 'in', idsIn(claims, column)))))
    .execute()
  return claims.flatMap((claim) => {
    const charge = found.find((one) => payableId(one) === payableId(claim))
    return charge ? { ...charge, typed: claim.receipt_number } : []
  })
}

/** What a charge's quotes contain that a payment of another currency pays exactly. */
const quoteOf = ({ currency, amount }: ReceivedRow) => JSON.stringify([{ currency, amount: Number(amount) }])

/**
 * Open charges of the amount, offered or claimed within 48 hours of the money, whose customer or claim names the same
 * payer.
 */
async function similarCharges({ db }: Transaction, row: ReceivedRow): Promise<Charge[]> {
  if (row.amount === null || row.currency === null) return []
  const at = row.paid_at ?? row.received_at
  const candidates = await db
    .selectFrom('charges')
    .innerJoin('profiles', 'profiles.id', 'charges.user_id')
    .leftJoin('claims', (join) => join.on('claims.state', '=', 'open').on(isForCharge))
    .select(chargeColumns)
    .select(['profiles.full_name', 'profiles.business_name', 'profiles.phone_number', 'claims.payer_name'])
    .where('charges.state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('charges.currency', '=', row.currency!),
          sql<boolean>`charges.amount - charges.settled = ${row.amount}::numeric`,
        ]),
        sql<boolean>`charges.quotes @> ${quoteOf(row)}::jsonb`,
      ]),
    )
    .where(
      sql<boolean>`abs(extract(epoch from coalesce(claims.created_at, charges.created_at) - ${at}::timestamptz)) <= ${SUGGESTION_HOURS * 3600}`,
    )
    .orderBy('charges.created_at', 'desc')
    .limit(MOST_CANDIDATES)
    .execute()
  const payer = { name: row.payer_name, phone: row.payer_phone }
  return candidates
    .filter(({ full_name, business_name, phone_number, payer_name }) =>
      [full_name, business_name, payer_name].some((name) =>
        isSamePayer(payer, { name, phone: phone_number }),
      ),
    )
    .slice(0, MOST_SUGGESTED)
}

/** How many times larger or smaller an amount due may be than a payment to be offered for it. */
const NEAR = 2

/**
 * Open charges that come closest to a payment: those that it names, then those of the same payer, then by how much the
 * rest differs from it. Only of its currency or with a quote of just its amount, and never where nothing is due.
 */
export async function closestCharges(tx: Transaction, payment: string, most: number): Promise<Suggestion[]> {
  const row = await tx.db
    .selectFrom('received_payments')
    .selectAll()
    .where('id', '=', payment)
    .executeTakeFirst()
  if (!row || row.amount === null || row.currency === null) return []
  const amount = Number(row.amount)
  const rest = sql<number>`charges.amount - charges.settled`
  const open = tx.db
    .selectFrom('charges')
    .innerJoin('profiles', 'profiles.id', 'charges.user_id')
    .select(chargeColumns)
    .select(['profiles.full_name', 'profiles.business_name', 'profiles.phone_number'])
    .where('charges.state', '=', 'open')
    .where(rest, '>', 0)
  const ofCurrency = open.where('charges.currency', '=', row.currency)
  const [named, below, above, own, quoted] = await Promise.all([
    suggestionsFor(tx, row),
    ofCurrency
      .where(rest, '<=', amount)
      .where(rest, '>=', amount / NEAR)
      .orderBy(rest, 'desc')
      .limit(most)
      .execute(),
    ofCurrency
      .where(rest, '>', amount)
      .where(rest, '<=', amount * NEAR)
      .orderBy(rest)
      .limit(most)
      .execute(),
    row.payer_phone
      ? ofCurrency.where('charges.user_id', 'in', customersWith(row.payer_phone)).limit(most).execute()
      : [],
    open
      .where(sql<boolean>`charges.quotes @> ${quoteOf(row)}::jsonb`)
      .limit(most)
      .execute(),
  ])
  const payer = { name: row.payer_name, phone: row.payer_phone }
  const isPayer = (one: (typeof below)[number]) =>
    [one.full_name, one.business_name].some((name) => isSamePayer(payer, { name, phone: one.phone_number }))
  const difference = (charge: Charge) =>
    charge.currency === row.currency ? Math.abs(Number(charge.amount) - Number(charge.settled) - amount) : 0
  const others = [...own, ...quoted, ...below, ...above].toSorted(
    (one, other) => Number(isPayer(other)) - Number(isPayer(one)) || difference(one) - difference(other),
  )
  return distinct([...named, ...plain(others)]).slice(0, most)
}

/** Open claims of one amount and method whose receipt numbers are compared. */
const MOST_COMPARED = 500

/**
 * Open claims of the same amount and method as received money whose receipt numbers are near to its own, the first one
 * first. An admin is shown them; by themselves they decide nothing.
 */
export async function nearClaims(
  { db }: Transaction,
  { code_key, method, amount, currency }: ReceivedRow,
): Promise<Selectable<Tables['claims']>[]> {
  if (code_key === null || method === null || amount === null || currency === null) return []
  const compared = await db
    .selectFrom('claims')
    .selectAll()
    .where('state', '=', 'open')
    .where('amount', '=', amount)
    .where('currency', '=', currency)
    .where('method', '=', method)
    .where('number', '<>', code_key)
    .where(sql<boolean>`abs(length(number) - ${code_key.length}) <= 1`)
    .orderBy('created_at', 'desc')
    .limit(MOST_COMPARED)
    .execute()
  return compared.filter(({ number }) => isNearReceipt(number, code_key)).toReversed()
}
