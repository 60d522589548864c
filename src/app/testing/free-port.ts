import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port on loopback. It is below the range of outgoing connections (on Linux from 32768 on), so that none of them
 * takes it before the program starts, and no other process of the tests gets it as long as this one runs.
 */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await Promise.all([once(server, 'listening'), reserve(port)])
  } catch {
    return freePort()
  } finally {
    server.close()
  }
  await once(server, 'close')
  return port
}

/**
 * Reserves the name of a port, which ends with the process. Linux alone has such names: elsewhere two processes may
 * choose the same port.
 */
async function reserve(port: number) {
  if (process.platform !== 'linux') return
  const name = createServer().listen(`\0kikoa test port ${port}`)
  await once(name, 'listening')
  name.unref()
}
