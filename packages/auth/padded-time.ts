import { setTimeout as pause } from 'node:timers/promises'

/** How long a step is. Most tests shorten it. */
export const padding = { stepMs: 250 }

interface Clock {
  /** Milliseconds that only grow. */
  now(): number
  wait(ms: number): Promise<unknown>
}

/**
 * Runs work whose duration would reveal its result, such as whether an address has an account. It settles at
 * the next full step; every branch takes much less than one step, so all take exactly one. Even under high
 * load the number of steps limits what can be learned (predictive mitigation of timing channels, Askarov,
 * Zhang and Myers 2010).
 */
export async function inPaddedTime<T>(
  work: () => Promise<T>,
  { stepMs } = padding,
  { now, wait }: Clock = { now: () => performance.now(), wait: pause },
): Promise<T> {
  const start = now()
  try {
    return await work()
  } finally {
    const spent = now() - start
    await wait(Math.ceil(spent / stepMs) * stepMs - spent)
  }
}
