import pg from 'pg'

/** The database could not be asked, or did not answer in time: say 503 and try again. */
export class Unavailable extends Error {
  constructor(cause: unknown) {
    super('database unavailable', { cause })
    this.name = 'Unavailable'
  }
}

/** The SQLSTATE of an error of PostgreSQL's, otherwise undefined. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The name of the constraint that a write ran into, for telling one refusal from another. */
export function constraintOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

/**
 * Whether an error says that this server does not serve us any more: the connection is lost (08), the server stops or
 * starts (57P), or it has become read-only (25006). Other connections to it are of no use either.
 */
export function isServerLost(error: unknown): boolean {
  const state = sqlState(error)
  return state ? /^(08|57P|25006$)/.test(state) : isConnectionLost(error)
}

/**
 * Whether an error will pass and nothing was acknowledged: the server is lost, or short of resources such as disk
 * (53), or has trouble of its own (58), or something took too long.
 */
export function isPassing(error: unknown): boolean {
  return isServerLost(error) || /^(53|58|57014$|55P03$|25P03$)/.test(sqlState(error) ?? '')
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
