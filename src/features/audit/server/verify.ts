import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { BEGINNING, digestOf, hashOf, type Link } from './chain.ts'
import './tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { audit } from './audit.ts'

/** Rows of one look. */
const BATCH = 1_000

/** How the chain stands. */
interface Verdict {
  /** The first place where it does not hold; null where all of it does. */
  broken: Break | null
  /** Rows that were looked at. */
  checked: number
  /** Rows written since the last sealing, which the chain does not hold yet. */
  unsealed: number
  /** Rows whose contents were erased with a person's account. */
  erased: number
  /** The end of the chain, to be kept outside: whoever keeps it can tell a chain that was made anew. */
  end: { seq: number; hash: string }
}

/**
 * - `missing`: there is no row of this number.
 * - `changed`: the row does not follow the one before: it, or its place, was changed.
 * - `contents`: what stood before or after is not what was sealed.
 * - `erased`: contents are gone, and no erasure tells of it.
 * - `end`: the chain does not end where it was sealed last, or not as it was known before.
 */
export interface Break {
  seq: number
  reason: 'missing' | 'changed' | 'contents' | 'erased' | 'end'
  id: string | null
}

/** Reads as somebody who may see the log; one transaction a call. */
type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/**
 * Walks the chain from its beginning and says where it breaks.
 * @param known an end of the chain that was kept outside, which must still be in it
 */
export async function verifyAudit(read: Read, known?: { seq: number; hash: string }): Promise<Verdict> {
  const { head, unsealed } = await read(whereItEnds)
  let previous: Buffer = BEGINNING
  let [checked, erased] = [0, 0]
  const verdict = (broken: Break | null): Verdict => ({
    broken,
    checked,
    unsealed,
    erased,
    end: { seq: head.seq, hash: head.hash.toString('hex') },
  })

  while (checked < head.seq) {
    const rows = await read((tx) => sealedRows(tx, checked, head.seq))
    for (const row of rows) {
      const seq = checked + 1
      const reason = reasonAgainst(row, seq, previous, known)
      if (reason) return verdict({ seq, reason, id: reason === 'missing' ? null : row.id })
      previous = row.hash!
      checked = seq
      if (row.erased_by) erased++
    }
    if (!rows.length) return verdict({ seq: checked + 1, reason: 'missing', id: null })
  }
  if (!previous.equals(head.hash) || (known && known.seq > head.seq))
    return verdict({ seq: head.seq, reason: 'end', id: null })
  const untold = await read(untoldErasure)
  return verdict(untold ? { seq: untold.seq ?? 0, reason: 'erased', id: untold.id } : null)
}

async function whereItEnds({ db }: Transaction) {
  const head = await db.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
  const { unsealed } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('unsealed'))
    .where('seq', 'is', null)
    .executeTakeFirstOrThrow()
  return { head, unsealed }
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

function reasonAgainst(
  row: Row,
  seq: number,
  previous: Buffer,
  known: { seq: number; hash: string } | undefined,
): Break['reason'] | undefined {
  if (row.seq !== seq) return 'missing'
  if (!row.hash?.equals(hashOf(previous, row as Link))) return 'changed'
  if (!isSealed(row.before, row.before_salt, row.before_digest, row.erased_by)) return 'contents'
  if (!isSealed(row.after, row.after_salt, row.after_digest, row.erased_by)) return 'contents'
  if (known?.seq === seq && known.hash !== row.hash.toString('hex')) return 'end'
  return undefined
}

/** Whether contents are what the digest was made of, or are gone by an erasure. */
function isSealed(text: string | null, salt: Buffer | null, digest: Buffer | null, erasedBy: string | null) {
  if (text === null) return digest === null || erasedBy !== null
  return digest !== null && salt !== null && digestOf(salt, text).equals(digest)
}

/** A row whose contents are gone without an erasure that tells of as many as there are. */
async function untoldErasure({ db }: Transaction) {
  const { rows } = await sql<{ seq: number | null; id: string }>`
    select min(gone.seq) as seq, (array_agg(gone.id order by gone.seq))[1] as id
      from audit_log gone
      left join audit_log told on told.id = gone.erased_by and told.action = 'audit.erased'
     where gone.erased_by is not null
     group by gone.erased_by, told.after
    having told.after is null or (told.after ->> 'rows')::bigint <> count(*)
     order by 1 limit 1`.execute(db)
  return rows[0]
}

/** A walk over a long log takes a while: whoever asks meanwhile gets the same one. */
const walks = new WeakMap<object, Promise<Verdict>>()

/** Verifies the log for an admin, and writes down that it was done. */
export async function verifyForAdmin(caller: CallerContext): Promise<Verdict> {
  // Who may ask is checked for each; only the walk is shared.
  await caller.read(async () => {})
  const walk = walks.get(caller.database) ?? verifyAudit((work) => caller.database.read('service', work))
  walks.set(caller.database, walk)
  const verdict = await walk.finally(() => walks.delete(caller.database))
  return caller.write(async (tx) => {
    await audit(tx, 'admin', {
      action: 'audit.verified',
      entity: 'audit',
      after: { end: verdict.end, broken: verdict.broken },
    })
    return verdict
  })
}
