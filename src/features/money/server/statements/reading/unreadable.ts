import type { StatementRefusal } from '../../../statements/statement.ts'

/** The longest statement, in rows. */
export const MOST_ROWS = 20_000
/** No statement has more columns. */
export const MOST_COLUMNS = 200
export const LONGEST_DETAILS = 1_000

/** A statement that can't be read, with the reason as a code. */
export class Unreadable extends Error {
  readonly reason: StatementRefusal

  constructor(reason: StatementRefusal) {
    super(`the statement is ${reason}`)
    this.name = 'Unreadable'
    this.reason = reason
  }
}
