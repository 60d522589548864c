import { type Logger, pino } from 'pino'

export type Log = Logger

/** Structured lines on standard error; standard output is for the operator's eyes. Secrets never reach a line. */
export const createLog = (level: string): Log =>
  pino(
    { level, redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'] },
    pino.destination({ fd: 2, sync: false }),
  )
