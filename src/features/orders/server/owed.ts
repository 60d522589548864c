import { sql } from 'kysely'

/** Whether money is owed for an order `o`. Triggers keep the column equal to what `amountOwed` computes, and an index holds these orders. */
export const isOwed = sql<boolean>`o.owed > 0`
