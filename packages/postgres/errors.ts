import pg from 'pg'

/** The database was unreachable or did not answer in time. It is answered with 503. */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('database unavailable', { cause })
    this.name = 'Unavailable'
  }
}

/** A transaction reached its deadline, and lost its connection. */
export class TransactionTooLong extends Error {
  constructor() {
    super('the transaction took too long')
    this.name = 'TransactionTooLong'
  }
}

/** Another transaction changed the row between the read and the compare-and-set. The transaction has to run again. */
export class ConcurrentChange extends Error {
  constructor() {
    super('the row was changed meanwhile')
    this.name = 'ConcurrentChange'
  }
}

/** Whether a transaction that failed has to run again: it was deadlocked, or another one was faster. */
export const isToRepeat = (error: unknown): boolean =>
  error instanceof ConcurrentChange || ['40001', '40P01'].includes(sqlState(error) ?? '')

/** The SQLSTATE of a PostgreSQL error. Undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/**
 * Whether a value is valid in JSON but not in PostgreSQL: NUL and lone surrogates (22021, 22P02, and 22P05 in jsonb), and
 * dates that don't exist (22007, 22008).
 */
export const isInvalidValue = (error: unknown): boolean =>
  ['22021', '22P02', '22P05', '22007', '22008'].includes(sqlState(error) ?? '')

/** The name of the violated constraint, if any. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/** Whether another node made the same change at the same time: the object exists already, or its row has changed. */
export const isBeaten = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (['42710', '23505'].includes(error.code ?? '') || /tuple concurrently/.test(error.message))

/**
 * Whether the server is lost: the connection broke (08), the server stops or starts (57P), or it became read-only
 * (25006). The other connections to it are useless too.
 */
export function isServerLost(error: unknown): boolean {
  const state = sqlState(error)
  return state ? /^(08|57P|25006$)/.test(state) : isConnectionLost(error)
}

/** Whether a transaction was given up because its work takes too long. Elsewhere it takes as long. */
export function isTooLong(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : error
  return cause instanceof TransactionTooLong || sqlState(cause) === '57014'
}

/**
 * Whether an error is temporary and nothing was committed: the server is lost, lacks resources such as disk (53), has
 * a system error (58), or a timeout was reached.
 */
export function isPassing(error: unknown): boolean {
  return isServerLost(error) || isTooLong(error) || /^(53|58|55P03$|25P03$)/.test(sqlState(error) ?? '')
}

function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return (
    /^E(CONN|PIPE|TIMEDOUT|NOENT|HOST|NET)/.test(code) ||
    /connection (error|terminated)|not queryable|Query read timeout|Client has encountered/i.test(
      error.message,
    )
  )
}
