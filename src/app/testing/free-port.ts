import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port on loopback. It is below the range of outgoing connections (on Linux from 32768 on), so that none of them
 * takes it before the program starts.
 */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
