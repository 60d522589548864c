import { sql } from 'kysely'
import type { Transaction, Database } from '../../../server/database/database.ts'
import type { Action } from '../actions.ts'
import { digestOf, hashOf, type Link } from './chain.ts'
import { removalShape } from './remove-old.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { audit } from './audit.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import { StartError } from '../../../server/start-error.ts'

/** Rows of one query. */
const BATCH = 1_000

/** The result of a verification. */
interface Verdict {
  /** The first break; null if the chain is valid. */
  broken: Break | null
  /** Rows checked. */
  checked: number
  /** Rows that are not in the chain yet. */
  unsealed: number
  /** Rows whose contents were erased with a person's account. */
  erased: number
  /** Rows that were removed for their age. The chain begins after them. */
  removed: number
  /** The end of the chain. Stored elsewhere, it detects a rewritten chain. */
  end: { seq: number; hash: string }
}

/**
 * - `missing`: there is no row of this number.
 * - `changed`: the row's hash does not follow from the row before it.
 * - `contents`: `before` or `after` differ from what was sealed.
 * - `erased`: contents are missing without an erasure's row.
 * - `end`: the end differs from the last sealed one, or from the one given.
 * - `beginning`: the chain begins after its first row, and no row reports the removal.
 * - `report`: a row reports a removal, but not what was removed.
 */
export interface Break {
  seq: number
  reason: 'missing' | 'changed' | 'contents' | 'erased' | 'end' | 'beginning' | 'report'
  id: string | null
}

/** Runs one transaction that may read the log. */
type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/**
 * Verifies the chain from its first row, or from the one after those that were removed for their age.
 * @param known an end of the chain that was stored elsewhere; it must be part of the chain
 */
export async function verifyAudit(read: Read, known?: { seq: number; hash: string }): Promise<Verdict> {
  const verdict = await verifyFromStart(read, known)
  if (!verdict.broken) return verdict
  // Rows that were removed meanwhile are no break.
  const { head } = await read(readEnds)
  return head.removed_seq > verdict.removed ? verifyAudit(read, known) : verdict
}

async function verifyFromStart(read: Read, known?: { seq: number; hash: string }): Promise<Verdict> {
  const { head, unsealed, isReported, malformed } = await read(readEnds)
  let previous = head.removed_hash
  let [last, erased] = [head.removed_seq, 0]
  const verdict = (broken: Break | null): Verdict => ({
    broken,
    checked: last - head.removed_seq,
    unsealed,
    erased,
    removed: head.removed_seq,
    end: { seq: head.seq, hash: head.hash.toString('hex') },
  })
  if (malformed) return verdict({ seq: malformed.seq ?? 0, reason: 'report', id: malformed.id })
  if (!isReported || (known && isAnother(known, last, previous)))
    return verdict({ seq: last, reason: isReported ? 'end' : 'beginning', id: null })

  while (last < head.seq) {
    const rows = await read((tx) => sealedRows(tx, last, head.seq))
    for (const row of rows) {
      const seq = last + 1
      const reason = breakReason(row, seq, previous, known)
      if (reason) return verdict({ seq, reason, id: reason === 'missing' ? null : row.id })
      previous = row.hash!
      last = seq
      if (row.erased_by) erased++
    }
    if (!rows.length) return verdict({ seq: last + 1, reason: 'missing', id: null })
  }
  if (!previous.equals(head.hash) || (known && known.seq > head.seq))
    return verdict({ seq: head.seq, reason: 'end', id: null })
  const unexplained = await read(unexplainedErasure)
  return verdict(unexplained ? { seq: unexplained.seq ?? 0, reason: 'erased', id: unexplained.id } : null)
}

async function readEnds(tx: Transaction) {
  const { db } = tx
  const head = await db
    .selectFrom('audit_head')
    .select(['seq', 'hash', 'removed_seq', 'removed_hash'])
    .executeTakeFirstOrThrow()
  const { unsealed } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('unsealed'))
    .where('seq', 'is', null)
    .executeTakeFirstOrThrow()
  const reports = await readReports(tx)
  const hash = head.removed_hash.toString('hex')
  const isReported = reports.some(
    ({ removal }) => removal?.until.seq === head.removed_seq && removal.until.hash === hash,
  )
  return {
    head,
    unsealed,
    isReported: head.removed_seq === 0 || isReported,
    malformed: reports.find(({ removal }) => !removal),
  }
}

/** The program's own reports of removals. Others may write rows of the same action. */
async function readReports({ db }: Transaction) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['seq', 'id', 'after'])
    .where('action', '=', 'audit.removed' satisfies Action)
    .where('actor_role', '=', 'service')
    .where('actor_id', 'is', null)
    .orderBy('at')
    .execute()
  return rows.map(({ after, ...row }) => ({ ...row, removal: removalShape.safeParse(after).data }))
}

type Row = Awaited<ReturnType<typeof sealedRows>>[number]

const sealedRows = ({ db }: Transaction, after: number, until: number) =>
  db
    .selectFrom('audit_log')
    .select(['seq', 'id', 'at', 'actor_id', 'actor_role', 'action', 'entity', 'entity_id', 'erased_by'])
    .select(['before_salt', 'before_digest', 'after_salt', 'after_digest', 'hash'])
    .select([sql<string | null>`before::text`.as('before'), sql<string | null>`after::text`.as('after')])
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(BATCH)
    .execute()

function breakReason(
  row: Row,
  seq: number,
  previous: Buffer,
  known: { seq: number; hash: string } | undefined,
): Break['reason'] | undefined {
  if (row.seq !== seq) return 'missing'
  if (!row.hash?.equals(hashOf(previous, row as Link))) return 'changed'
  if (!isSealed(row.before, row.before_salt, row.before_digest, row.erased_by)) return 'contents'
  if (!isSealed(row.after, row.after_salt, row.after_digest, row.erased_by)) return 'contents'
  if (known && isAnother(known, seq, row.hash)) return 'end'
  return undefined
}

/** Whether the known end is that of another chain. */
const isAnother = (known: { seq: number; hash: string }, seq: number, hash: Buffer) =>
  seq > 0 && known.seq === seq && known.hash !== hash.toString('hex')

/** Whether contents match their digest, or an erasure removed them. */
function isSealed(text: string | null, salt: Buffer | null, digest: Buffer | null, erasedBy: string | null) {
  if (text === null) return digest === null || erasedBy !== null
  return digest !== null && salt !== null && digestOf(salt, text).equals(digest)
}

/**
 * The first row with erased contents whose erasure is missing, or reports another number of rows than there are and were
 * removed since.
 */
async function unexplainedErasure(tx: Transaction) {
  const removed: Record<string, number> = {}
  for (const { removal } of await readReports(tx))
    for (const [erasure, rows] of Object.entries(removal?.erased ?? {}))
      removed[erasure] = (removed[erasure] ?? 0) + rows
  const { rows } = await sql<{ seq: number | null; id: string }>`
    select min(gone.seq) as seq, (array_agg(gone.id order by gone.seq))[1] as id
      from audit_log gone
      left join audit_log entry on entry.id = gone.erased_by and entry.action = 'audit.erased'
      left join jsonb_each_text(${JSON.stringify(removed)}) as removed(erasure, rows) on erasure = gone.erased_by::text
     where gone.erased_by is not null
       and (gone.seq is null or gone.seq > (select removed_seq from audit_head))
     group by gone.erased_by, entry.after, removed.rows
    having entry.after is null or (entry.after ->> 'rows')::bigint <> count(*) + coalesce(removed.rows::bigint, 0)
     order by 1 limit 1`.execute(tx.db)
  return rows[0]
}

/** Running verifications: concurrent calls share one. */
const running = new WeakMap<object, Promise<Verdict>>()

/** Verifies the log for an admin, and logs that. */
export async function verifyForAdmin(caller: CallerContext): Promise<Verdict> {
  // Each caller's rights are checked; only the verification is shared.
  await caller.read(async () => {})
  const verification =
    running.get(caller.database) ?? verifyAudit((work) => caller.database.read('service', work))
  running.set(caller.database, verification)
  const verdict = await verification.finally(() => running.delete(caller.database))
  return caller.write(async (tx) => {
    await audit(tx, 'admin', {
      action: 'audit.verified',
      entity: 'audit',
      after: { end: verdict.end, broken: verdict.broken },
    })
    return verdict
  })
}

const reasonTexts: Record<Break['reason'], string> = {
  missing: 'there is no such row',
  changed: 'the row does not follow the one before it: it was changed, or moved',
  contents: 'what stood before or after is not what was sealed',
  erased: 'its contents are gone, and no erasure tells of it',
  end: 'the chain is not the one that was known',
  beginning: 'the rows up to it are gone, and no removal tells of it',
  report: 'it reports a removal, and does not say what was removed',
}

/** Verifies the chain once a day. A broken chain is a failed run, which the operator's console and the metrics show. */
export const auditVerification = (database: Database): ScheduledJob => ({
  name: 'audit-verification',
  everyMs: 24 * 60 * 60_000,
  firstAfterMs: 60_000,
  // A large log takes minutes.
  deadlineMs: 60 * 60_000,
  async run() {
    const { broken } = await verifyAudit((work) => database.read('service', work))
    if (broken) throw new Error(`the audit log breaks at row ${broken.seq}: ${reasonTexts[broken.reason]}`)
  },
})

/**
 * Verifies the audit log for the command line and returns a sentence.
 * @param knownEnd the end of the chain that an earlier run printed, `SEQ:HASH`; it must be part of the chain
 * @throws StartError that names the break, so that the command fails
 */
export async function verifyFromShell(database: Database, knownEnd: string | undefined): Promise<string> {
  const parsed = /^(\d+):([0-9a-f]{64})$/.exec(knownEnd ?? '')
  if (knownEnd && !parsed)
    throw new StartError('The end of a chain looks like 1234:0a1b…, as this command prints it.')
  const known = parsed ? { seq: Number(parsed[1]), hash: parsed[2]! } : undefined
  const { broken, checked, unsealed, erased, removed, end } = await verifyAudit(
    (work) => database.read('service', work),
    known,
  )
  if (broken)
    throw new StartError(
      `The audit log breaks at row ${broken.seq}: ${reasonTexts[broken.reason]}${broken.id ? ` (${broken.id})` : ''}.`,
    )
  if (known && known.seq < removed)
    throw new StartError(
      `Row ${known.seq} was removed for its age, so it can’t be compared. The log holds from row ${removed + 1} on.`,
    )
  return [
    `The audit log holds: ${checked} rows in the chain, ${erased} of them with erased contents, ${unsealed} not sealed yet.`,
    ...(removed ? [`It begins at row ${removed + 1}: those before were removed for their age.`] : []),
    `Its end, to be kept elsewhere and given to this command later: ${end.seq}:${end.hash}`,
  ].join('\n')
}
