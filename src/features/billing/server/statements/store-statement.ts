import { hash, randomUUIDv7 } from 'node:crypto'
import {
  ConcurrentChange,
  type Caller,
  type Database,
  type Transaction,
} from '../../../../server/database/database.ts'
import { momentOf } from '../../../payments/messages/treat-message.ts'
import { methodKey, receiptKey } from '../../../payments/receipt-key.ts'
import { referenceKey } from '../../../payments/reference.ts'
import { adminFiles } from '../../../../shared/staff/permissions.ts'
import { audit } from '../../../audit/server/audit.ts'
import type { Statement, StatementRow } from '../../received/statement.ts'
import { matchReceived } from '../match.ts'
import { announce } from '../../../payments/server/received/chain.ts'
import type { ReceivedRow } from '../../../payments/server/received/tables.ts'

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
}

export interface StoredStatement {
  stored: number
  repeated: number
  /** Rows that wait for a person. */
  held: number
  /** Rows that the next call has to store. */
  remaining: number
}

/**
 * Stores the money of a statement, each row exactly once: also where the statement is loaded again, overlaps with another
 * one, or lists what the phone has reported. It replaces a message that was held or dismissed. May stop early and leave a rest.
 */
export async function storeStatement(
  database: Database,
  caller: Caller,
  statement: Statement,
  source: Source,
): Promise<StoredStatement> {
  const rows = columnsOf(statement.rows, source)
  const known = await storedPrints(database, caller, rows)
  const fresh = rows.filter(({ fingerprint }) => !known.has(fingerprint.toString('hex')))
  const counts = { stored: 0, repeated: rows.length - fresh.length, held: 0, remaining: 0 }
  const until = Date.now() + LONGEST_MS
  for (let from = 0; from < fresh.length; from += BATCH) {
    if (Date.now() > until) {
      counts.remaining = fresh.length - from
      break
    }
    const batch = fresh.slice(from, from + BATCH)
    const results = await database.write(caller, (tx) => storeBatch(tx, batch, source.now), needed)
    for (const { result, id } of results) {
      counts[result]++
      if (result === 'stored') await matchReceived(database, id, source.now)
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

type NewRow = ReturnType<typeof columnsOf>[number]

function columnsOf(rows: readonly StatementRow[], { method, currency, country, now }: Source) {
  // Two equal rows of one statement are two payments, and the same two when it is loaded again.
  const seen = new Map<string, number>()
  return rows.map((row) => {
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
    return {
      channel: 'statement' as const,
      body: row.details || null,
      country,
      kind: 'incoming',
      method: methodKey(method),
      amount: row.amount,
      currency: row.currency ?? currency,
      code: row.code,
      code_key: key,
      payer_name: row.name,
      payer_phone: row.phone,
      reference: row.reference,
      reference_key: referenceKey(row.reference ?? '') ?? referenceKey(row.details) ?? null,
      paid_at: momentOf(row.at, country),
      received_at: now,
      balance: row.balance,
      fingerprint: hash('sha256', `statement ${number} ${print}`, 'buffer'),
      ...(row.isDoubtful || Number(row.amount) <= 0
        ? { state: 'held' as const, reason: 'taken-back' }
        : { state: 'received' as const, reason: null }),
    }
  })
}

/** The fingerprints that are stored already, of a statement that is loaded again. */
async function storedPrints(
  database: Database,
  caller: Caller,
  rows: readonly NewRow[],
): Promise<Set<string>> {
  const prints = rows.map(({ fingerprint }) => fingerprint)
  const found = await database.read(
    caller,
    ({ db }) =>
      db
        .selectFrom('received_payments')
        .select('fingerprint')
        .where((eb) => eb('fingerprint', '=', eb.fn.any(eb.val(prints))))
        .execute(),
    needed,
  )
  return new Set(found.map(({ fingerprint }) => fingerprint!.toString('hex')))
}

interface Result {
  result: 'stored' | 'repeated' | 'held'
  id: string
}

async function storeBatch(tx: Transaction, batch: readonly NewRow[], now: Date) {
  const results: Result[] = []
  for (const row of batch) results.push(await storeRow(tx, row, now))
  return results
}

/** @throws ConcurrentChange where another row with its receipt number came first: the next attempt holds it. */
async function storeRow(tx: Transaction, row: NewRow, now: Date): Promise<Result> {
  const isUsed = row.code_key !== null && (await isCodeUsed(tx, row))
  const held = isUsed ? { state: 'held' as const, reason: 'code-used' } : {}
  const inserted = await tx.db
    .insertInto('received_payments')
    .values({ id: randomUUIDv7(), ...row, ...held })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) {
    await announce(tx, inserted)
    return { result: inserted.state === 'held' ? 'held' : 'stored', id: inserted.id }
  }
  const known = await sameRow(tx, row)
  if (!known) throw new ConcurrentChange()
  // What an admin dismissed was a message: the statement is stronger.
  const isWeaker = known.channel !== 'statement' && ['held', 'ignored'].includes(known.state)
  if (!isWeaker || row.state !== 'received') return { result: 'repeated', id: known.id }
  const raised = await tx.db
    .updateTable('received_payments')
    .set((eb) => ({
      // All facts are those of the statement: the message may be a forgery. Its text stays, for the admins to see.
      ...row,
      body: known.body,
      decided_by: typeof tx.caller === 'string' ? null : tx.caller.person,
      decided_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await announce(tx, raised)
  return { result: 'stored', id: raised.id }
}

/** What the phone, a pasted text or another statement has reported of the same payment. */
const sameRow = ({ db }: Transaction, row: NewRow): Promise<ReceivedRow | undefined> =>
  db
    .selectFrom('received_payments')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('fingerprint', '=', row.fingerprint),
        eb.and([
          eb('code_key', '=', row.code_key),
          eb('kind', '=', row.kind),
          eb('method', '=', row.method),
          eb('amount', '=', row.amount),
        ]),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()

async function isCodeUsed({ db }: Transaction, { code_key, method, amount }: NewRow): Promise<boolean> {
  const used = await db
    .selectFrom('received_payments')
    .select('id')
    .where('code_key', '=', code_key)
    .where('kind', '=', 'incoming')
    .where('state', 'not in', ['unread', 'held', 'ignored'])
    .where((eb) => eb.or([eb('method', 'is distinct from', method), eb('amount', '<>', amount)]))
    .executeTakeFirst()
  return used !== undefined
}
