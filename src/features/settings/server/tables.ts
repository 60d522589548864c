import type { Now } from '../../../platform/server/database/tables.ts'

export interface Logos {
  /** SHA-256 of the bytes, base64url. */
  hash: string
  type: 'png' | 'jpg' | 'webp'
  bytes: Buffer
  created_at: Now
}

declare module '../../../platform/server/database/tables.ts' {
  interface Tables {
    logos: Logos
  }
}
