import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port on loopback that nobody listens on, below those that systems hand out for outgoing connections (on Linux
 * from 32768 on): none of these takes it before the program has started that it is for.
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
