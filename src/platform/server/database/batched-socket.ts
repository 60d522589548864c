import { Socket } from 'node:net'

/**
 * A connection that sends what is written in one go of the event loop as one packet. A transaction's statements are
 * many small messages, and each write of its own is a call of the kernel's that costs more than the message.
 */
export class BatchedSocket extends Socket {
  #gathering = false

  override connect(...args: unknown[]): this {
    super.connect(...(args as [number]))
    // Connecting puts the class's own `write` back, so ours takes its place afterwards.
    this.write = this.#gather
    return this
  }

  #gather: Socket['write'] = (...args: unknown[]) => {
    if (!this.#gathering) {
      this.#gathering = true
      this.cork()
      void quiet()
        .then(quiet)
        .then(() => {
          this.#gathering = false
          this.uncork()
        })
    }
    return super.write(...(args as Parameters<Socket['write']>))
  }
}

/** Resolves once all that is ready to run has run: a tick that is asked for in a microtask follows the last of them. */
export const quiet = () => new Promise<void>((done) => queueMicrotask(() => process.nextTick(done)))
