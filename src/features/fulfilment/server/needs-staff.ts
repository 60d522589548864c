import { sql } from 'kysely'

/** Whether a reading has made a price fall below cost at the account `a`, and nobody has saved the prices since. */
export const isBelowCost = sql<boolean>`
  (a.below_cost_since > coalesce((select updated_at from settings where key = 'catalogue.domains'), '-infinity'))`

/** Whether somebody has to look after the account `a` at a registrar. */
export const needsStaff = sql<boolean>`
  (a.low_since is not null or a.failing_since < now() - interval '15 minutes'
    or a.differs_since is not null or coalesce(${isBelowCost}, false))`
