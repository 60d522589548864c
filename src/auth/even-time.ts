import { setTimeout as pause } from 'node:timers/promises'

const STEP_MS = 250

/**
 * Does work whose time would say what it found, such as whether an address has an account, and settles at the next
 * whole step since it began: all branches take far less than one step, so all of them take exactly one. Under a load
 * that makes work longer it is two, and still no more than the number of steps can be learned (predictive mitigation
 * of timing channels, Askarov, Zhang and Myers 2010).
 */
export async function inEvenTime<T>(work: () => Promise<T>, step = STEP_MS): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const spent = performance.now() - start
    await pause(Math.ceil(spent / step) * step - spent)
  }
}
