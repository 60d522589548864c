import { RegistryError } from '../errors.ts'

/**
 * Limits work to a time, even if the work ignores its signal.
 * @returns undefined when the time is over
 */
export async function withDeadline<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const control = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((done) => {
    timer = setTimeout(() => {
      control.abort(new RegistryError('timeout'))
      done(undefined)
    }, ms)
  })
  const working = work(control.signal)
  // A late failure is ignored.
  working.catch(() => {})
  try {
    return await Promise.race([working, timeout])
  } finally {
    // Late answers may arrive until the deadline. The timer must not keep the process running.
    if (!control.signal.aborted) timer?.unref()
  }
}
