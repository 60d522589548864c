import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import { audit } from '../../../audit/server/audit.ts'
import type { Statement, StoredStatement } from '../../statements/statement.ts'
import { uncountedStates } from '../../received/received.ts'
import { matchReceived } from '../matching/match.ts'
import { isCodeOfAnother } from '../received/chain.ts'
import { type Evidence, lockCodes, recordEvidence } from '../received/evidence.ts'
import { type Access, evidenceOf, reversalsFirst, type Source, storedPrints } from './row-evidence.ts'

const BATCH = 100
/** After this time the call answers with what remains, and the screen sends the file again. */
const LONGEST_MS = 8_000

/**
 * Stores the money of a statement, each row exactly once: also where the statement is loaded again, overlaps with another
 * one, or lists what the phone has reported. May stop early and leave a rest.
 */
export async function storeStatement(
  database: Database,
  access: Access,
  statement: Statement,
  source: Source & { import?: string | undefined },
): Promise<StoredStatement> {
  const rows = reversalsFirst(await evidenceOf(statement.rows, source))
  const known = await storedPrints(access, rows)
  const fresh = rows.filter(({ fingerprint }) => !known.has(fingerprint.toString('hex')))
  const { import: id = randomUUID() } = source
  await access.write((tx) => keepRows(tx, id, [...known.values()], true))
  const counts = { import: id, stored: 0, repeated: rows.length - fresh.length, held: 0, remaining: 0 }
  const until = Date.now() + LONGEST_MS
  for (let from = 0; from < fresh.length; from += BATCH) {
    if (Date.now() > until) {
      counts.remaining = fresh.length - from
      break
    }
    const batch = fresh.slice(from, from + BATCH)
    const results = await access.write((tx) => storeBatch(tx, batch, id))
    for (const { result, payment } of results) {
      counts[result]++
      if (result !== 'held') await matchReceived(database, payment, source.now)
    }
  }
  const { format } = statement
  const after = { format, method: source.method, ...counts, unread: statement.unread.length }
  await access.write((tx) => audit(tx, 'admin', { action: 'statement.loaded', entity: 'received', after }))
  return counts
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
    .where('state', 'not in', uncountedStates)
    .where('amount', '<>', evidence.amount)
    .executeTakeFirst()
  return other !== undefined
}
