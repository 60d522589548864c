import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a server over loopback that can be cut, or swallow what is sent, as a network does. */
export interface Proxy {
  port: number
  /** From now on connections to another port. */
  leadTo(port: number): void
  /** Closes all connections. */
  cut(): void
  /** Swallows all bytes without a word. A connection that has lost some is dead for good. */
  setHole(isHole: boolean): void
  close(): Promise<void>
}

export async function openProxy(to: number): Promise<Proxy> {
  let target = to
  let isHole = false
  const open = new Set<Socket>()

  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    let isDead = false
    for (const [from, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from.on('data', (chunk) => {
        isDead ||= isHole
        if (!isDead) other.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        isDead ||= isHole
        if (!isDead) other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    leadTo: (port) => (target = port),
    cut,
    setHole: (value) => (isHole = value),
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
