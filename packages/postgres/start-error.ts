/** Why the program can't start, in one sentence for the operator. It is printed without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The log of the start, one line at a time for the operator. Any pino logger fits, and so does the console. */
export interface StartLog {
  info(line: string): void
  warn(line: string): void
}
