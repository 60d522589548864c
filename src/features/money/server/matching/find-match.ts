import type { Selectable } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import type { Tables } from '../../../../server/database/tables.ts'
import type { MatchProblem } from '../../received/received.ts'
import { isSameNumber } from '../../received/payer.ts'
import { lookAlikeKey } from '../../received/receipt-key.ts'
import { type Charge, chargeColumns, creditFor } from '../charges/charges.ts'
import { idsIn, isCounted, payableColumns } from '../charges/payable.ts'
import { nearClaims } from '../list/suggestions.ts'
import type { ReceivedRow } from '../received/received.tables.ts'
import { isMaybeRepeated } from './maybe-repeated.ts'

type Claim = Selectable<Tables['claims']>

/**
 * The charge that received money pays. Undefined where nothing says so for certain. A reference says whose the money is,
 * unless only others claim its receipt. Without one, a claim with its receipt and method does; of several customers the
 * one whose phone has paid.
 */
export async function findMatch(
  tx: Transaction,
  received: ReceivedRow,
): Promise<{ charge: Charge } | { problem: MatchProblem } | undefined> {
  const [claims, referred] = await Promise.all([
    claimsOf(tx, received),
    chargesOf(tx, received.reference_keys),
  ])
  if (referred.length > 1) return { problem: 'several-references' }
  const [owner, ...others] = referred[0] ? [referred[0].user_id] : await claimantsOf(tx, received, claims)
  if (others.length) return { problem: 'several-claims' }
  const own = claims.filter(({ user_id }) => user_id === owner)
  if (referred[0] && claims.some(fits(received)) && !own.length) return { problem: 'claimed-by-another' }
  const charge = chargeOf(await claimedCharges(tx, own), referred[0])
  if (!charge) return undefined
  if (charge.state === 'void') return { problem: 'charge-void' }
  if (!creditFor(charge, received)) return { problem: 'other-currency' }
  if (await isMaybeRepeated(tx, charge, received)) return { problem: 'maybe-repeated' }
  return { charge }
}

/** Of what a customer claims with one receipt, the referred one, else the first that is open. */
const chargeOf = (claimed: readonly Charge[], referred: Charge | undefined): Charge | undefined =>
  claimed.find(({ id }) => id === referred?.id) ??
  (referred?.state === 'open' ? referred : undefined) ??
  claimed.find(({ state }) => state === 'open') ??
  claimed[0] ??
  referred

/** The charges with these references, of which a text may name some by chance. */
const chargesOf = async ({ db }: Transaction, references: readonly string[]): Promise<Charge[]> =>
  references.length
    ? db
        .selectFrom('charges')
        .select(chargeColumns)
        .where('reference', 'in', references)
        .where('is_test', '=', false)
        .execute()
    : []

/** Whether a claim is of the wallet or bank that the money came by. A method that nobody knows fits nothing. */
const fits =
  ({ method }: ReceivedRow) =>
  (claim: Claim) =>
    method === null || claim.method === method

/** The customers whom claims say the money is of. One where it is certain, none where nothing says so. */
async function claimantsOf(
  tx: Transaction,
  received: ReceivedRow,
  claims: readonly Claim[],
): Promise<string[]> {
  const own = new Set(claims.map(({ user_id }) => user_id))
  if (own.size < 2 && !claims.some(fits(received))) return []
  const alike = await alikeClaims(tx, received)
  const customers = [...new Set([...own, ...alike.map(({ user_id }) => user_id)])]
  if (customers.length < 2) return customers
  const first = Math.min(...[...claims, ...alike].map(({ created_at }) => created_at.getTime()))
  const payers = await payersOf(tx, received, customers, new Date(first))
  return payers.length === 1 && own.has(payers[0]!) ? payers : customers
}

/**
 * Claims with a receipt number that looks like that of the money: one of the two customers has mistyped it, and nothing says
 * which.
 */
const alikeClaims = async (tx: Transaction, received: ReceivedRow): Promise<Claim[]> =>
  (await nearClaims(tx, received)).filter(
    ({ number }) => lookAlikeKey(number) === lookAlikeKey(received.code_key!),
  )

/**
 * Those of the customers whose phone has paid. A number counts that was the customer's before the money came in and
 * before anybody claimed it, so that nobody takes over the number that a receipt shows.
 */
async function payersOf(
  { db }: Transaction,
  { payer_phone, created_at }: ReceivedRow,
  customers: readonly string[],
  firstClaim: Date,
): Promise<string[]> {
  if (payer_phone === null) return []
  const known = await db
    .selectFrom('profiles')
    .select(['id', 'phone_number'])
    .where('id', 'in', customers)
    .where('phone_set_at', '<=', firstClaim)
    .where('phone_set_at', '<=', created_at)
    .execute()
  return known.filter(({ phone_number }) => isSameNumber(phone_number, payer_phone)).map(({ id }) => id)
}

async function claimsOf({ db }: Transaction, { code_key }: ReceivedRow): Promise<Claim[]> {
  if (code_key === null) return []
  return db
    .selectFrom('claims')
    .selectAll()
    .where('number', '=', code_key)
    .where(isCounted)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

async function claimedCharges({ db }: Transaction, claims: readonly Claim[]): Promise<Charge[]> {
  if (!claims.length) return []
  return db
    .selectFrom('charges')
    .select(chargeColumns)
    .where((eb) => eb.or(payableColumns.map((column) => eb(column, 'in', idsIn(claims, column)))))
    .where('is_test', '=', false)
    .orderBy('created_at')
    .execute()
}
