import type { Generated } from 'kysely'

/** The end of the chain of sealed rows. */
export interface AuditHead {
  slot: Generated<boolean>
  seq: number
  hash: Buffer
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    audit_head: AuditHead
  }
}
