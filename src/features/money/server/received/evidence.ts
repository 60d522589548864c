import { randomUUIDv7 } from 'node:crypto'
import { type Insertable, type Selectable, type Updateable, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { pick } from '../../../../shared/pick.ts'
import { COUNTS, type HeldReason, uncountedStates } from '../../received/received.ts'
import { contradictions } from '../../received/contradictions.ts'
import type { PaymentEvidence, ReceivedPayments, ReceivedRow } from './received.tables.ts'
import { announce } from './chain.ts'
import { changeReceived, lockReceived } from './received-rows.ts'
import { applyReversal, withoutTakenBack } from './reversal.ts'

/** What a message, a row of a statement or a person says of a payment. */
export type Evidence = Omit<
  ReceivedRow,
  'id' | 'user_id' | 'decided_by' | 'decided_at' | 'disagrees' | 'version' | 'created_at' | 'at' | 'seen'
> & {
  reason: HeldReason | null
  /** SHA-256 of what came in: a repeated delivery has the same one. */
  fingerprint: Buffer
}

/** What became of evidence. Everything but `repeated` changed the payment, which is matched after the commit. */
export interface Recorded {
  row: ReceivedRow
  isKnown: boolean
  outcome: 'new' | 'raised' | 'disagrees' | 'repeated'
}

/**
 * Stores evidence of a payment exactly once, and gives the payment the facts of its strongest evidence, whole. Weaker
 * evidence that says something else is kept and changes nothing. Where two are equally strong and disagree, a person
 * decides; so does one where money was booked already. The caller has locked its receipt numbers.
 */
export async function recordEvidence(tx: Transaction, evidence: Evidence): Promise<Recorded> {
  const seen = await seenBefore(tx, evidence.fingerprint)
  const payment = seen ? await lockReceived(tx, seen.payment_id) : await paymentOf(tx, evidence)
  if (!payment) {
    const row = await insertPayment(tx, await withoutTakenBack(tx, evidence))
    return {
      row: row.kind === 'reversal' ? await applyReversal(tx, row) : row,
      isKnown: false,
      outcome: 'new',
    }
  }
  const isKnown = isCounted(payment)
  if (!seen) await insertEvidence(tx, payment.id, evidence)
  else if (seen.dismissed_at !== null || seen.rank >= evidence.rank)
    return { row: payment, isKnown, outcome: 'repeated' }
  else
    await tx.db
      .updateTable('payment_evidence')
      .set({ rank: evidence.rank, reason: evidence.reason })
      .where('id', '=', seen.id)
      .execute()
  return raise(tx, payment, evidence)
}

/** Changes a payment by evidence that is stored, as far as it is strong enough. */
export async function raise(tx: Transaction, payment: ReceivedRow, evidence: Evidence): Promise<Recorded> {
  const isKnown = isCounted(payment)
  const counting = await withoutTakenBack(tx, evidence)
  const outcome = isConfirmedUnseen(payment)
    ? await outcomeForUnseen(tx, payment, counting)
    : outcomeFor(payment, evidence)
  if (outcome === 'repeated') return { row: payment, isKnown, outcome }
  const row = await changeReceived(tx, payment, changeFor(payment, counting, outcome))
  await announce(tx, row)
  return { row, isKnown, outcome }
}

/** Whether a payment counts, or has counted. */
export const isCounted = ({ state }: Pick<ReceivedRow, 'state'>) => !uncountedStates.includes(state)

/** Nothing that was dismissed counts any more. */
const rankOf = ({ state, rank }: ReceivedRow) => (state === 'ignored' ? 0 : rank)

function outcomeFor(payment: ReceivedRow, evidence: Evidence): 'raised' | 'disagrees' | 'repeated' {
  const known = rankOf(payment)
  if (evidence.rank < known) return 'repeated'
  // Two messages of one payment are the same text. Statements of one payment may name more of it or less.
  const isExact = evidence.rank < 4 && evidence.rank === known
  const isOther = contradictions(payment, evidence, isExact).length > 0
  if (isBooked(payment)) {
    if (isOther) return 'disagrees'
    return evidence.rank > known ? 'raised' : 'repeated'
  }
  if (evidence.rank > known) return 'raised'
  return isOther ? 'disagrees' : 'repeated'
}

function changeFor(
  payment: ReceivedRow,
  evidence: Evidence,
  outcome: 'raised' | 'disagrees',
): Updateable<ReceivedPayments> {
  if (outcome === 'disagrees')
    return isBooked(payment)
      ? { disagrees: true }
      : { state: 'held', reason: 'disagrees', rank: evidence.rank }
  if (isConfirmedUnseen(payment)) return { ...factsOf(evidence), ...keptOnceSeen(payment) }
  // What was booked stays as it was booked, and what is proved and confirmed keeps all that it names.
  const isConfirmed = rankOf(payment) >= COUNTS && !contradictions(payment, evidence).length
  if (isBooked(payment) || isConfirmed) return { rank: evidence.rank }
  return { ...factsOf(evidence), decided_by: null, decided_at: null }
}

/** Whether a payment has paid something. What it paid may have been taken back since. */
const isBooked = ({ state }: Pick<ReceivedRow, 'state'>) =>
  !['unread', 'held', 'received', 'ignored'].includes(state)

/** Whether an admin has booked it without having seen it. What was taken back since then has not been seen either. */
const isConfirmedUnseen = (payment: ReceivedRow) => !payment.seen && isBooked(payment)

/**
 * What evidence does to a payment that an admin has confirmed unseen. Its payer and time are what the customer typed, which
 * no evidence has to repeat. Its amount and what it pays are what was booked.
 */
async function outcomeForUnseen(
  { db }: Transaction,
  payment: ReceivedRow,
  { amount, currency, reference_keys, rank, state }: Evidence,
): Promise<'raised' | 'disagrees' | 'repeated'> {
  if (rank < COUNTS) return 'repeated'
  if (payment.state === 'reversed') return 'raised'
  const isSameMoney = Number(payment.amount) === Number(amount) && payment.currency === currency
  if (!isSameMoney || state !== 'received') return 'disagrees'
  if (!reference_keys.length) return 'raised'
  const paid = await db
    .selectFrom('allocations')
    .innerJoin('charges', 'charges.id', 'allocations.charge_id')
    .select('charges.reference')
    .where('payment_id', '=', payment.id)
    .where('undone_at', 'is', null)
    .execute()
  return reference_keys.every((key) => paid.some(({ reference }) => reference === key))
    ? 'raised'
    : 'disagrees'
}

/** What a payment that has been seen now keeps of what was booked. What was taken back is matched again. */
const keptOnceSeen = ({ state, reason }: ReceivedRow) =>
  state === 'reversed' ? { user_id: null, decided_by: null, decided_at: null } : { state, reason }

/** Orders everything that says something of the same receipt numbers, until the transaction ends. */
export async function lockCodes({ db }: Transaction, keys: readonly string[]): Promise<void> {
  if (!keys.length) return
  // In one order, so that no two transactions wait for each other.
  await sql`select pg_advisory_xact_lock(one) from (
      select distinct hashtextextended('payment ' || key, 0) as one from unnest(${keys}::text[]) as key order by one
    ) as ordered`.execute(db)
}

const seenBefore = ({ db }: Transaction, fingerprint: Buffer) =>
  db
    .selectFrom('payment_evidence')
    .select(['id', 'payment_id', 'rank', 'dismissed_at'])
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()

/**
 * The payment that evidence is about: the one with its method and receipt number. Two rows of statements with different
 * amounts are two payments, because banks use a number again.
 */
async function paymentOf(tx: Transaction, evidence: Evidence): Promise<ReceivedRow | undefined> {
  return chooseAmong(await paymentsOf(tx, evidence), evidence)
}

/** The payments that have the method and the receipt number of evidence, locked. */
export async function paymentsOf({ db }: Transaction, evidence: Evidence): Promise<ReceivedRow[]> {
  if (evidence.code_key === null) return []
  return db
    .selectFrom('received_payments')
    .selectAll()
    .where('code_key', '=', evidence.code_key)
    .where('kind', '=', evidence.kind)
    .where('method', 'is not distinct from', evidence.method)
    .orderBy('rank', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The payment among them that evidence is about. */
export function chooseAmong(rows: readonly ReceivedRow[], evidence: Evidence): ReceivedRow | undefined {
  const same = rows.find(({ amount }) => Number(amount) === Number(evidence.amount))
  if (evidence.rank === 4) return same ?? rows.find((row) => rankOf(row) < 4)
  // A message is about the payment that counts, whatever amount it names: one receipt number counts once.
  return rows.find(isCounted) ?? same ?? rows[0]
}

export function factsOf(
  evidence: Evidence,
): Omit<Evidence, 'fingerprint'> & Omit<Insertable<ReceivedPayments>, 'id'> {
  const facts: Partial<Evidence> = { ...evidence }
  delete facts.fingerprint
  return facts as Omit<Evidence, 'fingerprint'>
}

async function insertPayment(tx: Transaction, evidence: Evidence): Promise<ReceivedRow> {
  const row = await tx.db
    .insertInto('received_payments')
    .values({ id: randomUUIDv7(), ...factsOf(evidence) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertEvidence(tx, row.id, evidence)
  await announce(tx, row)
  return row
}

type EvidenceFacts = Omit<
  Selectable<PaymentEvidence>,
  | 'id'
  | 'payment_id'
  | 'fingerprint'
  | 'marks'
  | 'entered_by'
  | 'dismissed_by'
  | 'dismissed_at'
  | 'created_at'
>

/** The columns of evidence: what was read, and how far it is believed. */
export const evidenceColumns = (evidence: EvidenceFacts): EvidenceFacts =>
  pick(evidence, [
    ...(['channel', 'rank', 'reason', 'sender', 'body', 'method', 'amount', 'currency', 'code'] as const),
    ...(['payer_name', 'payer_phone', 'reference', 'reference_keys', 'paid_at', 'balance'] as const),
    'received_at',
  ])

/** Stores what says that a payment came in. A person who entered it is its `entered_by`. */
export async function insertEvidence(
  { db }: Transaction,
  payment: string,
  evidence: EvidenceFacts & { fingerprint?: Buffer; entered_by?: string | null },
): Promise<void> {
  const { fingerprint = null, entered_by = null } = evidence
  await db
    .insertInto('payment_evidence')
    .values({
      id: randomUUIDv7(),
      payment_id: payment,
      ...evidenceColumns(evidence),
      fingerprint,
      entered_by,
      dismissed_by: null,
      dismissed_at: null,
    })
    .execute()
}
