import type { RawBuilder } from 'kysely'
import type { Database } from './database.ts'

/** Rows of one transaction: some tens of milliseconds, in which nobody waits for them. */
const BATCH = 5_000

/**
 * Deletes rows as the program, in short transactions, until a batch is not full.
 * @param statement a `delete` of at most so many rows
 */
export async function deleteInBatches(
  database: Database,
  statement: (most: number) => RawBuilder<unknown>,
): Promise<void> {
  for (let isFull = true; isFull;) {
    const { numAffectedRows = 0n } = await database.write('service', ({ db }) => statement(BATCH).execute(db))
    isFull = numAffectedRows >= BATCH
  }
}
