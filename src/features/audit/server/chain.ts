import { createHash, randomBytes } from 'node:crypto'

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
