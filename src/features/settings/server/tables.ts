import type { Now } from '../../../server/database/tables.ts'

export interface Logos {
  /** SHA-256 of the bytes, base64url. */
  hash: string
  type: 'png' | 'jpg' | 'webp'
  bytes: Buffer
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    logos: Logos
  }
}
