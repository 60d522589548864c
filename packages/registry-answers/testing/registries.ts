import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createSecureServer } from 'node:http2'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import type { Certificate } from './certificate.ts'

/** Fake registries: small real servers on loopback whose answers the test defines. */

const KNOWN_LABEL = 'known-registered'
/** A name that every fake registry reports as taken, whatever the test defines. `asked` does not contain it. */
export const knownTo = (suffix: string) => `${KNOWN_LABEL}.${suffix}`

const isControl = (name: string) => name.includes('-control-')

export interface FakeRdap {
  /** The address for the table of endpoints. */
  base: string
  port: number
  /** The requested names, in order, without the control questions. */
  asked: string[]
  controls: string[]
  connections(): number
  close(): Promise<void>
}

export type RdapAnswer = (response: ServerResponse, name: string, request: IncomingMessage) => void

/** An RDAP server. With a certificate it serves HTTP/2 and 1.1 over TLS, without one plain HTTP/1.1. */
export async function fakeRdap(answer: RdapAnswer, certificate?: Certificate): Promise<FakeRdap> {
  const asked: string[] = []
  const controls: string[] = []
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const name = decodeURIComponent(request.url!.split('?')[0]!.split('/').at(-1)!)
    if (name.startsWith(`${KNOWN_LABEL}.`)) return sayTaken(response, name)
    ;(isControl(name) ? controls : asked).push(name)
    answer(response, name, request)
  }
  const server = certificate
    ? createSecureServer({ ...certificate, allowHTTP1: true }, onRequest as never)
    : createServer(onRequest)
  const sockets = track(server as Server)
  const port = await listen(server as Server)
  const base = `${certificate ? 'https://localhost' : 'http://127.0.0.1'}:${port}/`
  return {
    base,
    port,
    asked,
    controls,
    connections: () => sockets.opened,
    close: () => close(server as Server, sockets.open),
  }
}

export interface FakeWhois {
  server: string
  /** The lines received, in order, without the control questions. */
  asked: string[]
  controls: string[]
  close(): Promise<void>
}

/** A WHOIS server that answers each line with a text, or passes the line and the socket to the test. */
export async function fakeWhois(
  answer: string | ((line: string, socket: Socket) => void),
): Promise<FakeWhois> {
  const asked: string[] = []
  const controls: string[] = []
  const server = createTcpServer((socket) => {
    let line = ''
    socket.on('error', () => {})
    socket.on('data', (part) => {
      line += part.toString('latin1')
      if (!line.endsWith('\r\n')) return
      if (line.startsWith(`${KNOWN_LABEL}.`)) {
        socket.end(`Domain Name: ${line.trim()}\r\nRegistrar: Some Registrar\r\n`)
        return
      }
      ;(isControl(line) ? controls : asked).push(line.trim())
      if (typeof answer === 'string') socket.end(answer)
      else answer(line.trim(), socket)
    })
  })
  const { open } = track(server)
  const port = await listen(server)
  return { server: `127.0.0.1:${port}`, asked, controls, close: () => close(server, open) }
}

const JSON_TYPE = { 'content-type': 'application/rdap+json' }

/** Answers with a domain object (RFC 9083 §5.3). */
export const sayTaken = (response: ServerResponse, name: string, more: object = {}) =>
  sayJson(response, 200, {
    rdapConformance: ['rdap_level_0'],
    objectClassName: 'domain',
    ldhName: name,
    ...more,
  })

/** Answers with RDAP's error response for an unknown name (RFC 9083 §6). */
export const sayAbsent = (response: ServerResponse, more: object = {}) =>
  sayJson(response, 404, { rdapConformance: ['rdap_level_0'], errorCode: 404, title: 'Not Found', ...more })

export function sayJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, JSON_TYPE)
  response.end(JSON.stringify(body))
}

function track(server: Server) {
  const sockets = { opened: 0, open: new Set<Socket>() }
  server.on('connection', (socket: Socket) => {
    sockets.opened += 1
    sockets.open.add(socket)
    socket.on('close', () => sockets.open.delete(socket))
  })
  return sockets
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

async function close(server: Server, open: Set<Socket>) {
  for (const socket of open) socket.destroy()
  await new Promise((done) => server.close(done))
}
