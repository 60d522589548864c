import type { Generated, GeneratedAlways } from 'kysely'
import type { Now } from '../../../server/database/tables.ts'
import type { ProfileValues } from '../../../shared/profile.ts'

export interface Profiles extends ProfileValues {
  id: string
  role: Generated<'user' | 'admin'>
  version: Generated<number>
  created_at: Now
  updated_at: Now
  /** The text that admins search in; the database makes it. */
  search: GeneratedAlways<string>
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    profiles: Profiles
  }
}
