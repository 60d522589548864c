import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 250

/**
 * Runs work whose duration would reveal its result, such as whether an address has an account. It settles at
 * the next full step; every branch takes much less than one step, so all take exactly one. Even under high
 * load the number of steps limits what can be learned (predictive mitigation of timing channels, Askarov,
 * Zhang and Myers 2010).
 */
export async function inPaddedTime<T>(work: () => Promise<T>, step = STEP_MS): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const spent = performance.now() - start
    await pause(Math.ceil(spent / step) * step - spent)
  }
}
