import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../../server/database/database.ts'
import type { ScheduledJob } from '../../../server/jobs.ts'
import './audit.ts'

/** A row as the chain hashes it. It has the digests of `before` and `after`, so that their values can be erased. */
export interface Link {
  seq: number
  id: string
  at: Date
  actor_id: string | null
  actor_role: string
  action: string
  entity: string
  entity_id: string | null
  before_digest: Buffer | null
  after_digest: Buffer | null
}

const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** The hash before the first row. */
export const FIRST_HASH = Buffer.alloc(32)

/** A salt as long as the digest, so that erased values can't be guessed from their digests. */
export const newSalt = () => randomBytes(32)

/** @param text the column as PostgreSQL writes a jsonb: the same value is always the same text */
export const digestOf = (salt: Buffer, text: string) => sha256(salt, text)

/** The hash of a row that follows the one with the hash `previous`. */
export const hashOf = (previous: Buffer, row: Link) =>
  sha256(
    previous,
    JSON.stringify([
      row.seq,
      row.id,
      row.at.toISOString(),
      row.actor_id,
      row.actor_role,
      row.action,
      row.entity,
      row.entity_id,
      row.before_digest?.toString('hex') ?? null,
      row.after_digest?.toString('hex') ?? null,
    ]),
  )

/** Rows of one transaction. */
const BATCH = 500
/** Longer than any transaction may take. All older rows are committed, so the chain is in order of time. */
const SETTLED_MS = 15_000

/** Seals new rows every minute, on one node. */
export const auditSealing = (database: Database): ScheduledJob => ({
  name: 'audit-sealing',
  everyMs: 60_000,
  async run() {
    await sealAudit(database, new Date(Date.now() - SETTLED_MS))
  },
})

/**
 * Adds the rows before a moment to the chain, oldest first, and returns their number. Concurrent calls are safe: the lock
 * on the chain's end serializes them.
 */
export async function sealAudit(database: Database, settled: Date): Promise<number> {
  for (let sealed = 0; ;) {
    const count = await database.write('service', (tx) => sealSome(tx, settled))
    sealed += count
    if (count < BATCH) return sealed
  }
}

async function sealSome({ db }: Transaction, settled: Date): Promise<number> {
  const head = await db.selectFrom('audit_head').select(['seq', 'hash']).forUpdate().executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_id', 'actor_role', 'action', 'entity', 'entity_id'])
    .select([sql<string | null>`before::text`.as('before'), sql<string | null>`after::text`.as('after')])
    .where('seq', 'is', null)
    .where('at', '<', settled)
    .orderBy('at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  if (!rows.length) return 0

  let { seq, hash } = head
  const seals = rows.map(({ before, after, ...row }) => {
    const [was, is] = [saltedDigest(before), saltedDigest(after)]
    const link = { ...row, seq: ++seq, before_digest: was.digest, after_digest: is.digest }
    hash = hashOf(hash, link)
    return { id: row.id, seq, hash, was, is }
  })
  await sql`
    update audit_log set seq = seal.seq, hash = decode(seal.hash, 'hex'),
           before_salt = decode(seal.before_salt, 'hex'), before_digest = decode(seal.before_digest, 'hex'),
           after_salt = decode(seal.after_salt, 'hex'), after_digest = decode(seal.after_digest, 'hex')
      from jsonb_to_recordset(${JSON.stringify(seals.map(inHex))}::jsonb)
           as seal(id uuid, seq bigint, hash text, before_salt text, before_digest text, after_salt text, after_digest text)
     where audit_log.id = seal.id`.execute(db)
  await db.updateTable('audit_head').set({ seq, hash }).execute()
  return rows.length
}

interface Digest {
  salt: Buffer | null
  digest: Buffer | null
}

function saltedDigest(text: string | null): Digest {
  if (text === null) return { salt: null, digest: null }
  const salt = newSalt()
  return { salt, digest: digestOf(salt, text) }
}

const inHex = ({
  id,
  seq,
  hash,
  was,
  is,
}: {
  id: string
  seq: number
  hash: Buffer
  was: Digest
  is: Digest
}) => ({
  id,
  seq,
  hash: hash.toString('hex'),
  before_salt: was.salt?.toString('hex'),
  before_digest: was.digest?.toString('hex'),
  after_salt: is.salt?.toString('hex'),
  after_digest: is.digest?.toString('hex'),
})
