import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** A webhook that arrived. */
export interface Arrival {
  headers: Record<string, string>
  body: string
}

export interface Receiver {
  port: number
  url: string
  arrivals: Arrival[]
  connections(): number
  /** How the next requests are answered, in turn. 200 without one. */
  answers: ((response: ServerResponse) => void)[]
  /** Waits until so many webhooks have arrived. */
  arrived(count: number): Promise<Arrival[]>
  close(): Promise<void>
}

/** A program on loopback that receives webhooks. Over HTTPS with a certificate. */
export async function startReceiver(certificate?: { key: string; cert: string }): Promise<Receiver> {
  const arrivals: Arrival[] = []
  const answers: Receiver['answers'] = []
  const waiting = new Set<() => void>()
  let connections = 0
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      arrivals.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts).toString(),
      })
      const answer = answers.shift()
      if (answer) answer(response)
      else response.end('thank you')
      for (const check of waiting) check()
    })
  }
  const server = certificate ? createSecureServer(certificate, onRequest) : createServer(onRequest)
  server.on('connection', () => connections++)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http${certificate ? 's' : ''}://127.0.0.1:${port}/hooks`,
    arrivals,
    answers,
    connections: () => connections,
    arrived: (count) =>
      new Promise((done) => {
        const check = () => {
          if (arrivals.length < count) return
          waiting.delete(check)
          done([...arrivals])
        }
        waiting.add(check)
        check()
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** The contents of a webhook whose signature is good. Throws for another one. */
export const verified = (secret: string, { headers, body }: Arrival) =>
  new Webhook(secret).verify(body, headers) as {
    type: string
    timestamp: string
    data: Record<string, unknown>
  }
