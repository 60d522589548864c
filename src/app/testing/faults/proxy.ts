import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to a server on loopback that can close connections or drop packets, as a network does. */
export interface Proxy {
  port: number
  /** Sends new connections to another port, or each to the port that a function returns. */
  setTarget(port: number | (() => number)): void
  /** Closes all connections. */
  cut(): void
  /** Drops all bytes. A connection that has lost some stays dead. */
  dropPackets(isOn: boolean): void
  close(): Promise<void>
}

export async function openProxy(to: number): Promise<Proxy> {
  let target: number | (() => number) = to
  let isHole = false
  const open = new Set<Socket>()

  const server = createServer((near) => {
    const far = connect(typeof target === 'number' ? target : target(), '127.0.0.1')
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
    setTarget: (port) => (target = port),
    cut,
    dropPackets: (value) => (isHole = value),
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
