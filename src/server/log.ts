import { styleText } from 'node:util'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { requestId, withRequestId } from './request-id.ts'

export type Log = Logger

const SECOND_MS = 1_000

/**
 * The log on standard error, as JSON, or as readable lines on a terminal. Standard output is for the operator.
 * Each cause writes at most one line per second, with the number of omitted lines. A line that is written for a request
 * has its `request_id`. Secrets are never logged.
 */
export function createLog(level: string, destination: DestinationStream = standardError()): Log {
  const limited = oncePerSecond()
  return pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
      serializers: { err: describe },
      mixin: () => ({ request_id: requestId() }),
      hooks: {
        logMethod(args, method, number) {
          const write = (more?: object) => method.apply(this, more ? withFields(args, more) : args)
          const isLimited =
            number >= pino.levels.values['info']! && number < pino.levels.values['fatal']! && !isAccess(args)
          if (isLimited) limited(causeOf(args), write)
          else write()
        },
      },
    },
    destination,
  )
}

type Args = Parameters<pino.LogFn>

/** Whether it is a line of the access log, which has one for each request. */
const isAccess = ([first]: Args) => Object.hasOwn(Object(first) as object, 'access')

const withFields = ([first, ...rest]: Args, more: object) =>
  (typeof first === 'object' ? [{ ...first, ...more }, ...rest] : [more, first, ...rest]) as Args

/** Requests that a line for several of them names. */
const MOST_IDS = 50

/** Writes the first line of a cause immediately. After each second it writes one line for all that followed. */
function oncePerSecond() {
  const repeats = new Map<string, { count: number; ids: string[]; write: (more: object) => void }>()
  // What is written later stands for several requests.
  const wait = (cause: string) => withRequestId(undefined, () => waitWithoutRequest(cause))
  function waitWithoutRequest(cause: string) {
    setTimeout(() => {
      const { count, ids, write } = repeats.get(cause)!
      repeats.delete(cause)
      if (count === 0) return
      repeats.set(cause, { count: 0, ids: [], write })
      write({ repeated: count, ...(ids.length && { request_ids: ids }) })
      wait(cause)
    }, SECOND_MS).unref()
  }
  return (cause: string, write: (more?: object) => void) => {
    const open = repeats.get(cause)
    if (open) {
      open.count += 1
      open.write = write
      const id = requestId()
      if (id && open.ids.length < MOST_IDS) open.ids.push(id)
      return
    }
    repeats.set(cause, { count: 0, ids: [], write })
    write()
    wait(cause)
  }
}

/**
 * The cause of a line: the innermost known error, or the text and the position at which an unknown error was thrown.
 */
function causeOf([first, text]: Args): string {
  const error = (first as { err?: unknown } | undefined)?.err
  if (!isErrorLike(error)) return typeof first === 'string' ? first : String(text)
  const errors = chainOf(error)
  if (errors.some(isKnown)) return keyOf(errors.at(-1)!)
  return `${String(text)} ${error.stack?.split('\n', 2).join()}`
}

/** The log form of an error. The message of a known error is enough, and only a defect of ours needs its stack. */
function describe(error: Error) {
  const errors = chainOf(error)
  if (!errors.some(isKnown)) return stdSerializers.err(error)
  const { code } = errors.at(-1) as NodeJS.ErrnoException
  return { type: error.name || 'Error', message: errors.map(sentenceOf).join(': '), ...(code && { code }) }
}

// Some libraries report copies of errors, which are plain objects.
const isErrorLike = (value: unknown): value is Error =>
  value instanceof Error || typeof (value as Partial<Error> | null | undefined)?.stack === 'string'

function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let at = error; isErrorLike(at) && !chain.includes(at); at = at.cause) chain.push(at)
  return chain
}

// The message of a system error may contain additional text, so its fields make the key.
function keyOf(error: Error) {
  const { syscall, code, address, hostname } = error as NodeJS.ErrnoException & Record<string, unknown>
  return syscall ? [syscall, code, address, hostname].join(' ') : sentenceOf(error)
}

// The error for several addresses that all refused has no message of its own.
const sentenceOf = (error: Error) =>
  error.message ||
  (error as NodeJS.ErrnoException).code ||
  (error as AggregateError).errors?.[0]?.message ||
  error.name

const raisedOnPurpose = new Set([
  'Unavailable',
  'StandbyUnusable',
  'ConcurrentChange',
  'Refused',
  'HashingBusy',
  'StartError',
  'Problem',
  'UnsendableMail',
  'TimeoutError',
])
// Connection, resources, shutdown, system, read-only, deadline, lock and rollback.
const passingState = /^(08|53|57|58|40|25006$|25P03$|55P03$)/

/** Whether an error has an outside cause or was raised on purpose. Then its message is enough. */
function isKnown(error: Error): boolean {
  if (raisedOnPurpose.has(error.name) || 'syscall' in error) return true
  const { code } = error as NodeJS.ErrnoException
  if ('severity' in error) return passingState.test(String(code))
  if (/^E[A-Z]+$/.test(String(code))) return true
  return /^(connection terminated|timeout (expired|exceeded)|query read timeout)/i.test(error.message)
}

/** Standard error: readable on a terminal, otherwise JSON. */
function standardError(): DestinationStream {
  if (!process.stderr.isTTY) return pino.destination({ fd: 2, sync: false })
  return { write: (line) => void process.stderr.write(readable(line)) }
}

/** Makes a JSON line readable: time, level, text, the error's message, and all other fields. */
export function readable(line: string): string {
  const {
    level,
    time,
    pid: _,
    hostname: __,
    msg,
    err,
    ...rest
  } = JSON.parse(line) as Record<string, unknown> & {
    level: number
    time: number
    err?: { message: string; stack?: string }
  }
  const name = pino.levels.labels[level]!
  const style = level >= 50 ? 'red' : level >= 40 ? 'yellow' : 'dim'
  const details = Object.entries(rest).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  const text = [msg, err?.message].filter(Boolean).join(': ')
  const stack = err?.stack?.replace(/^.*?(?=\n {4}at )/s, '') ?? ''
  const clock = new Date(time).toTimeString().slice(0, 8)
  const more = details.length ? ` (${details.join(', ')})` : ''
  return `${clock} ${styleText(style, name.padEnd(5))} ${text}${more}${stack}\n`
}
