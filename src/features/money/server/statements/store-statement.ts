import { hash, randomUUID } from 'node:crypto'
import type { Caller, Database, Transaction } from '../../../../server/database/database.ts'
import { momentOf } from '../../dates.ts'
import { methodKey, receiptKey } from '../../received/receipt-key.ts'
import { referencesIn } from '../../charges/reference.ts'
import { adminFiles } from '../../../../shared/staff/permissions.ts'
import { audit } from '../../../audit/server/audit.ts'
import type { Statement, StatementRow } from '../../statements/statement.ts'
import { matchReceived } from '../matching/match.ts'
import { isCodeOfAnother } from '../received/chain.ts'
import { type Evidence, lockCodes, recordEvidence } from '../received/evidence.ts'

const needed = adminFiles['POST /admin/payments/statement']

/** Rows in one transaction. */
const BATCH = 100
/** After this time the call answers with what remains, and the screen sends the file again. */
const LONGEST_MS = 8_000

interface Source {
  /** One of the shop's payment methods. */
  method: string
  /** For rows that name no currency. */
  currency: string
  country: string
  now: Date
  /** The import that a call before this one has begun. */
  import?: string | undefined
}

export interface StoredStatement {
  /** By which the list of payments shows what became of the rows. */
  import: string
  stored: number
  repeated: number
  /** Rows that wait for a person. */
  held: number
  /** Rows that the next call has to store. */
  remaining: number
}

/**
 * Stores the money of a statement, each row exactly once: also where the statement is loaded again, overlaps with another
 * one, or lists what the phone has reported. May stop early and leave a rest.
 */
export async function storeStatement(
  database: Database,
  caller: Caller,
  statement: Statement,
  source: Source,
): Promise<StoredStatement> {
  const rows = evidenceOf(statement.rows, source)
  const known = await storedPrints(database, caller, rows)
  const fresh = rows.filter(({ fingerprint }) => !known.has(fingerprint.toString('hex')))
  const { import: id = randomUUID() } = source
  await database.write(caller, (tx) => keepRows(tx, id, [...known.values()], true), needed)
  const counts = { import: id, stored: 0, repeated: rows.length - fresh.length, held: 0, remaining: 0 }
  const until = Date.now() + LONGEST_MS
  for (let from = 0; from < fresh.length; from += BATCH) {
    if (Date.now() > until) {
      counts.remaining = fresh.length - from
      break
    }
    const batch = fresh.slice(from, from + BATCH)
    const results = await database.write(caller, (tx) => storeBatch(tx, batch, id), needed)
    for (const { result, payment } of results) {
      counts[result]++
      if (result !== 'held') await matchReceived(database, payment, source.now)
    }
  }
  const { format } = statement
  await database.write(
    caller,
    (tx) =>
      audit(tx, 'admin', {
        action: 'statement.loaded',
        entity: 'received',
        after: { format, method: source.method, ...counts },
      }),
    needed,
  )
  return counts
}

/**
 * The rows as evidence. What takes money back comes first, so that nothing is matched that the same statement takes back.
 */
function evidenceOf(rows: readonly StatementRow[], { method, currency, country, now }: Source): Evidence[] {
  // Two equal rows of one statement are two payments, and the same two when it is loaded again.
  const seen = new Map<string, number>()
  const all = rows.map((row): Evidence => {
    // A word such as PAYMENT, which banks write in place of a receipt number, does not identify a payment.
    const key = (row.code && /\d/.test(row.code) && receiptKey(row.code)) || null
    const facts = [
      methodKey(method),
      row.currency ?? currency,
      key,
      row.at,
      Number(row.amount),
      row.balance,
      row.details,
      row.name,
    ]
    const print = JSON.stringify(facts)
    const number = (seen.get(print) ?? 0) + 1
    seen.set(print, number)
    const paidAt = momentOf(row.at, country)
    const doubt = row.isDoubtful ? 'taken-back' : isPossible(paidAt, now) ? null : 'time'
    const reason = row.kind === 'reversal' ? 'reversal' : doubt
    return {
      channel: 'statement',
      sender: null,
      body: row.details || null,
      country,
      kind: row.kind,
      method: methodKey(method),
      account: null,
      amount: row.amount,
      currency: row.currency ?? currency,
      code: row.code,
      code_key: key,
      payer_name: row.name,
      payer_phone: row.phone,
      reference: row.reference,
      reference_keys: referencesIn(row.reference, row.details),
      paid_at: paidAt,
      received_at: now,
      balance: row.balance,
      fee: null,
      reverses: row.kind === 'reversal' ? reversedKeys(row) : null,
      rank: 4,
      fingerprint: hash('sha256', `statement ${number} ${print}`, 'buffer'),
      state: reason ? 'held' : 'received',
      reason,
    }
  })
  return all.toSorted((one, other) => Number(other.kind === 'reversal') - Number(one.kind === 'reversal'))
}

/** Value dates may be a day ahead, and no statement goes back further. */
const MOST_AHEAD_MS = 24 * 3_600_000
const MOST_BACK_MS = 5 * 366 * MOST_AHEAD_MS

const isPossible = (paidAt: Date, now: Date): boolean =>
  paidAt.getTime() <= now.getTime() + MOST_AHEAD_MS && paidAt.getTime() >= now.getTime() - MOST_BACK_MS

/** The receipt numbers that a reversal may be about: its own, and those in its details. */
const reversedKeys = ({ code, details }: StatementRow): string[] =>
  [code ?? '', ...(details.match(/[\p{L}\p{N}]{6,}/gu) ?? [])].filter((one) => /\d/.test(one)).map(receiptKey)

/** The rows that are stored already, of a statement that is loaded again: the payment of each fingerprint. */
async function storedPrints(
  database: Database,
  caller: Caller,
  rows: readonly Evidence[],
): Promise<Map<string, string>> {
  const prints = rows.map(({ fingerprint }) => fingerprint)
  const found = await database.read(
    caller,
    ({ db }) =>
      db
        .selectFrom('payment_evidence')
        .select(['fingerprint', 'payment_id'])
        .where((eb) => eb('fingerprint', '=', eb.fn.any(eb.val(prints))))
        .execute(),
    needed,
  )
  return new Map(found.map(({ fingerprint, payment_id }) => [fingerprint!.toString('hex'), payment_id]))
}

interface Result {
  result: 'stored' | 'repeated' | 'held'
  payment: string
}

async function storeBatch(tx: Transaction, batch: readonly Evidence[], id: string) {
  await lockCodes(
    tx,
    batch.flatMap(({ code_key, reverses }) => [code_key ?? [], reverses ?? []].flat()),
  )
  const results: Result[] = []
  for (const evidence of batch) results.push(await storeRow(tx, evidence))
  for (const isKnown of [true, false])
    await keepRows(
      tx,
      id,
      results.flatMap(({ result, payment }) => ((result === 'repeated') === isKnown ? payment : [])),
      isKnown,
    )
  return results
}

/** Keeps which payments the rows of an import are, each once: a later call of the same import finds its first rows stored. */
async function keepRows({ db }: Transaction, id: string, payments: readonly string[], isKnown: boolean) {
  if (payments.length)
    await db
      .insertInto('statement_rows')
      .values(
        [...new Set(payments)].map((payment) => ({ import_id: id, payment_id: payment, is_known: isKnown })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function storeRow(tx: Transaction, evidence: Evidence): Promise<Result> {
  const isUsed = evidence.state === 'received' && (await isCodeCounted(tx, evidence))
  const { row, isKnown, outcome } = await recordEvidence(
    tx,
    isUsed ? { ...evidence, state: 'held', reason: 'code-used' } : evidence,
  )
  if (outcome === 'repeated') return { result: outcome, payment: row.id }
  const isHeld = row.state === 'held' || row.disagrees
  return { result: isHeld ? 'held' : isKnown ? 'repeated' : 'stored', payment: row.id }
}

/**
 * Whether a receipt number counts already, by another method, or with another amount in another statement: banks use
 * numbers again.
 */
async function isCodeCounted(tx: Transaction, evidence: Evidence): Promise<boolean> {
  if (await isCodeOfAnother(tx, evidence)) return true
  const other = await tx.db
    .selectFrom('received_payments')
    .select('id')
    .where('code_key', '=', evidence.code_key)
    .where('kind', '=', 'incoming')
    .where('method', '=', evidence.method)
    .where('rank', '=', 4)
    .where('state', 'not in', ['unread', 'held', 'ignored'])
    .where('amount', '<>', evidence.amount)
    .executeTakeFirst()
  return other !== undefined
}
