import { createHash, randomBytes } from 'node:crypto'

/** A row as the chain sees it: what stood before and after is in it by its digest alone. */
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

/** What the first row follows. */
export const BEGINNING = Buffer.alloc(32)

/** As long as the digest, so that nobody finds out what was erased by trying values. */
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
