import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import { ConcurrentChange, type Database, type Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { type Charge, chargeColumns, findCharge } from '../../payments/server/charges.ts'
import { insertClaim } from '../../payments/server/claim-payment.ts'
import { idsIn, payableColumns, payableId } from '../../payments/server/payable.ts'
import { creditFor, settleCharge } from '../../payments/server/settle.ts'
import { isOtherMethod, methodKey } from '../../payments/receipt-key.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import type { MatchProblem } from '../../payments/received/received.ts'
import type { ReceivedRow } from '../../payments/server/received/tables.ts'
import { activatePaid } from './activate-paid.ts'
import { type AnyPayable, payableOf } from './payables.ts'

type Claim = Selectable<Tables['payments']>

/**
 * Matches received money with what it pays: by its receipt number with a claim, else by the reference that is in its
 * field, its details or its message. Runs after the commit that stored the money or the claim, so that the later one of two sees the other. It may
 * run any number of times, on several nodes.
 */
export async function matchReceived(database: Database, id: string, now: Date): Promise<void> {
  const settings = await readSettings(database)
  const charge = await database.write('service', async (tx) => {
    const received = await lockReceived(tx, id)
    if (received?.state !== 'received' || received.charge_id !== null) return undefined
    const found = await findMatch(tx, received)
    if (found === undefined) return undefined
    if ('problem' in found) {
      await hold(tx, received, found.problem)
      return undefined
    }
    return assignMoney(tx, { received, ...found, settings, now, by: null })
  })
  if (charge?.activate) await activatePaid(database, charge, now)
}

/** Matches a claim with money that came before it. Runs after the commit of the claim. */
export async function matchClaim(database: Database, payable: string, now: Date): Promise<void> {
  const waiting = await database.read('service', ({ db }) =>
    db
      .selectFrom('payments')
      .innerJoin('received_payments', 'received_payments.code_key', 'payments.number')
      .select('received_payments.id')
      .where((eb) => eb.or(payableColumns.map((column) => eb(`payments.${column}`, '=', payable))))
      .where('payments.state', '=', 'claimed')
      .where('received_payments.state', '=', 'received')
      .execute(),
  )
  for (const { id } of waiting) await matchReceived(database, id, now)
}

/** A row of received money, locked until the transaction ends. */
export const lockReceived = ({ db }: Transaction, id: string): Promise<ReceivedRow | undefined> =>
  db.selectFrom('received_payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The charge that received money pays. Undefined where nothing says so for certain. */
async function findMatch(
  tx: Transaction,
  received: ReceivedRow,
): Promise<{ charge: Charge } | { problem: MatchProblem } | undefined> {
  const reference = received.reference_key
  const [claims, referred] = await Promise.all([
    claimsOf(tx, received),
    reference ? findCharge(tx, 'reference', reference) : undefined,
  ])
  if (new Set(claims.map(({ user_id }) => user_id)).size > 1) return { problem: 'several-claims' }
  if (claims[0] && referred && claims[0].user_id !== referred.user_id)
    return { problem: 'claimed-by-another' }
  const claimed = await claimedCharges(tx, claims)
  // Where a customer claims one receipt for several things, the reference or the first open charge decides.
  const charge =
    claimed.find(({ id }) => id === referred?.id) ??
    claimed.find(({ state }) => state === 'open') ??
    claimed[0] ??
    referred
  if (!charge) return undefined
  if (charge.state === 'void') return { problem: 'charge-void' }
  if (!creditFor(charge, received)) return { problem: 'other-currency' }
  if (charge.state === 'paid' && (await isMaybeRepeated(tx, charge, received)))
    return { problem: 'maybe-repeated' }
  return { charge }
}

/**
 * Whether money for a paid charge may be the payment that has paid it, reported once more: by another channel, or by
 * another statement, which may write other receipt numbers.
 */
async function isMaybeRepeated(
  { db }: Transaction,
  charge: Charge,
  { amount, currency, channel }: ReceivedRow,
): Promise<boolean> {
  const counted = await db
    .selectFrom('received_payments')
    .select('id')
    .where('charge_id', '=', charge.id)
    .where('amount', '=', amount)
    .where('currency', '=', currency)
    .where('state', 'in', ['matched', 'short', 'over', 'double'])
    .where((eb) => eb.or([eb('channel', '<>', channel), eb(eb.val(channel), '=', 'statement')]))
    .executeTakeFirst()
  return counted !== undefined
}

/** The claims with the receipt number of received money, unless they name another wallet. */
async function claimsOf({ db }: Transaction, { code_key, method }: ReceivedRow): Promise<Claim[]> {
  if (code_key === null) return []
  const claims = await db
    .selectFrom('payments')
    .selectAll()
    .where('number', '=', code_key)
    .where('state', '=', 'claimed')
    .orderBy('created_at')
    .limit(20)
    .execute()
  return claims.filter((claim) => method === null || !isOtherMethod(claim.method, method))
}

async function claimedCharges({ db }: Transaction, claims: readonly Claim[]): Promise<Charge[]> {
  if (!claims.length) return []
  return db
    .selectFrom('charges')
    .select(chargeColumns)
    .where((eb) => eb.or(payableColumns.map((column) => eb(column, 'in', idsIn(claims, column)))))
    .orderBy('created_at')
    .execute()
}

async function hold(tx: Transaction, { id, version }: ReceivedRow, reason: MatchProblem) {
  await tx.db
    .updateTable('received_payments')
    .set({ state: 'held', reason, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await Promise.all([
    audit(tx, 'service', { action: 'payment.held', entity: 'payment', entity_id: id, after: { reason } }),
    announceToAdmins(tx, id),
  ])
}

/** Tells the admins' open lists that a payment changed which belongs to nobody. */
export const announceToAdmins = (tx: Transaction, id: string) =>
  publishEvents(tx, {
    user_id: null,
    type: 'payment.changed',
    topics: ['payments'],
    entity_id: id,
    for_admins: true,
  })

interface Assigned {
  received: ReceivedRow
  charge: Charge
  settings: Settings
  now: Date
  /** The admin who decided it; null for the program. */
  by: string | null
}

/**
 * Pays a charge with received money: settles it, claims the payment in the customer's name where it is complete, writes
 * the audit log and publishes the change. A claim whose money is short counts no more, so that the customer can claim
 * the rest. Gives the charge after it. Refuses what `settleCharge` refuses.
 */
export async function assignMoney(
  tx: Transaction,
  { received, charge: due, settings, now, by }: Assigned,
): Promise<Charge> {
  const { kind } = due
  const payable = payableOf(due)
  const payableRow = payableId(due)
  // The request or order is locked first, as a review does, so that the two never wait for each other.
  await payable.find(tx, payableRow, { lock: true })
  // Read again: a statement that waited for the lock still has the claim from before it.
  const row = (await payable.find(tx, payableRow))!
  const charge = await tx.db
    .selectFrom('charges')
    .select(chargeColumns)
    .where('id', '=', due.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isClaimed =
    row.payment_id !== null && received.code_key !== null && row.receipt_key === received.code_key
  const settlement = { charge, received, now, by, activates: activates(settings, kind) }
  const {
    outcome,
    isPaidNow,
    charge: after,
  } = await settleCharge(tx, {
    ...settlement,
    // A claim that other money confirms stays with that.
    claim: isClaimed ? await freeClaim(tx, row.payment_id!) : null,
  })
  if (isPaidNow && !isClaimed) {
    const isMade = !row.payment_confirmed
    const claim = isMade ? randomUUIDv7() : row.payment_id && (await freeClaim(tx, row.payment_id))
    if (isMade && claim)
      await claimAsProgram(tx, { payable, row, received, charge, settings, now, id: claim })
    await tx.db
      .updateTable('received_payments')
      .set({ payment_id: claim })
      .where('id', '=', received.id)
      .execute()
  } else if (outcome === 'short' && isClaimed) await endClaim(tx, payable, row, { state: 'short' }, now)
  await Promise.all([
    audit(tx, by ? 'admin' : 'service', {
      ...(by === null && { actor_id: null }),
      action: 'payment.matched',
      entity: payable.entity,
      entity_id: payableRow,
      after: {
        payment: received.id,
        amount: received.amount,
        currency: received.currency,
        reference: charge.reference,
        outcome,
      },
    }),
    publishEvents(tx, {
      user_id: charge.user_id,
      type: 'payment.received',
      topics: ['payments', payable.topic],
      entity_id: payableRow,
      data: { kind, subject: charge.subject, outcome },
    }),
  ])
  return after
}

/** A domain waits for the admin, who registers it. */
export const activates = (settings: Settings, kind: string) =>
  settings['payments.activate'] === 'matched' && kind !== 'domain'

/** Marks the claim of a payable as paid in part, or as rejected with a reason. The customer can claim again. */
export async function endClaim(
  tx: Transaction,
  payable: AnyPayable,
  row: ProgramClaim['row'],
  ended: { state: 'short' } | { state: 'rejected'; reason: string },
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('payments')
    .set({ ...ended, decided_at: now })
    .where('id', '=', row.payment_id)
    .execute()
  const claim_rejection = 'reason' in ended ? ended.reason : null
  const state = { payment_confirmed: false, claim_rejection }
  if (!(await payable.setPayment(tx, row, state, now))) throw new ConcurrentChange()
}

async function freeClaim({ db }: Transaction, id: string): Promise<string | null> {
  const other = await db
    .selectFrom('received_payments')
    .select('id')
    .where('payment_id', '=', id)
    .executeTakeFirst()
  return other ? null : id
}

interface ProgramClaim {
  payable: AnyPayable
  row: Awaited<ReturnType<AnyPayable['find']>> & object
  received: ReceivedRow
  charge: Charge
  settings: Settings
  now: Date
  id: string
}

/** A paid charge without a claim gets one, so that the customer is not asked to pay again and the revenue counts it. */
async function claimAsProgram(
  tx: Transaction,
  { payable, row, received, charge, settings, now, id }: ProgramClaim,
) {
  const method = received.method ?? 'other'
  const receipt = received.code ?? charge.reference
  await insertClaim(tx, {
    id,
    user_id: row.user_id,
    [payable.column]: row.id,
    payer_name: received.payer_name ?? '',
    receipt_number: receipt,
    payment_method: settings['payments.methods'].find((one) => methodKey(one) === method) ?? method,
    method,
    number: received.code_key ?? charge.reference.toLowerCase(),
    amount: charge.amount,
    currency: charge.currency,
  })
  const state = { payment_confirmed: true, claim_rejection: null }
  if (!(await payable.setPayment(tx, row, state, now))) throw new ConcurrentChange()
}
