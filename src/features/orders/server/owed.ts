import { sql } from 'kysely'

/** Whether money is owed for an order `o`. The database computes the column, and an index holds these orders. */
export const isOwed = sql<boolean>`o.owed > 0`
