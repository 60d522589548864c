import { Server as NetServer } from 'node:net'
import type { Server } from './server.ts'

const IDLE_AFTER_MS = 2_000
// `npm start` gives the whole program 8 s to stop.
const LONGEST_MS = 5_000

/**
 * Prepares a server to be stopped without a failed request: `drain` takes no new connection, lets each one that
 * stands finish what it asks, tells it to close, and resolves when none is left.
 */
export function drainable(app: Server) {
  let draining = false
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  return async () => {
    draining = true
    // http.Server's own close() resets idle connections that a request is already on its way through.
    const closed = new Promise<void>((done) => NetServer.prototype.close.call(app.server, () => done()))
    const idle = setTimeout(() => app.server.closeIdleConnections(), IDLE_AFTER_MS)
    const late = setTimeout(() => app.server.closeAllConnections(), LONGEST_MS)
    await closed
    clearTimeout(idle)
    clearTimeout(late)
    await app.close()
  }
}
