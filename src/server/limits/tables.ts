import type { Now } from '../database/tables.ts'

export interface Tries {
  /** SHA-256 of what was tried by whom. */
  key: Buffer
  count: number
  ends_at: Date
}

export interface KnownPlaces {
  /** SHA-256 of an account and a place. */
  key: Buffer
  seen_at: Now
}

declare module '../database/tables.ts' {
  interface Tables {
    'auth.tries': Tries
    'auth.known_places': KnownPlaces
  }
}
