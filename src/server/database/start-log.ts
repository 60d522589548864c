/** Where starting says what an operator should know, one line at a time. Any pino logger fits, and the console too. */
export interface StartLog {
  info(line: string): void
  warn(line: string): void
}
