import { sql } from 'kysely'

/** Whether somebody has to look after the account `a` at a registrar. */
export const needsStaff = sql<boolean>`(a.low_since is not null or a.failing_since < now() - interval '15 minutes'
  or a.differs_since is not null)`
