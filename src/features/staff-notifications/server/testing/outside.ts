import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { selfSigned } from '@kikoa/registry-answers/testing'

export interface Arrival {
  path: string
  headers: Record<string, string>
  bytes: Buffer
}

/** A server on loopback that keeps what it is sent. */
export interface Outside {
  port: number
  url: string
  arrivals: Arrival[]
  /** The status of the answers. Null never answers. */
  status: number | null
  close(): Promise<void>
}

async function listen(make: (onRequest: (q: IncomingMessage, a: ServerResponse) => void) => Server) {
  const server = make((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      outside.arrivals.push({ path: request.url!, headers, bytes: Buffer.concat(parts) })
      if (outside.status !== null) response.writeHead(outside.status).end()
    })
  })
  const outside: Outside = {
    port: 0,
    url: '',
    arrivals: [],
    status: 201,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  outside.port = (server.address() as AddressInfo).port
  return outside
}

/** A gateway for SMS. */
export async function openGateway(): Promise<Outside> {
  const gateway = await listen((onRequest) => createServer(onRequest))
  return Object.assign(gateway, { url: `http://127.0.0.1:${gateway.port}/send` })
}

/** A push service over HTTPS, with the certificate that signs itself. */
export async function openPushService(): Promise<Outside & { cert: string }> {
  const certificate = selfSigned()
  const service = await listen((onRequest) => createSecureServer(certificate, onRequest) as Server)
  return Object.assign(service, { url: `https://127.0.0.1:${service.port}/push/`, cert: certificate.cert })
}

/**
 * This process trusts a certificate, beside those of Node. Of two with the same name it would use the first only, also
 * for the server of the other one.
 * @returns the function that ends the trust
 */
export function trust(cert: string): () => void {
  const before = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...before, cert])
  return () => tls.setDefaultCACertificates(before)
}

const hmac = (key: Buffer, data: Buffer | string) => createHmac('sha256', key).update(data).digest()

/** A browser's subscription, as the Push API makes one. `read` decrypts what was sent to it (RFC 8291, RFC 8188). */
export function makeBrowser(service: Outside) {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const path = randomBytes(12).toString('hex')
  return {
    subscription: {
      endpoint: service.url + path,
      p256dh: publicKey.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    arrivals: () => service.arrivals.filter((one) => one.path.endsWith(path)),
    read({ bytes }: Arrival): Record<string, string> {
      const salt = bytes.subarray(0, 16)
      const senderKey = bytes.subarray(21, 21 + bytes[20]!)
      const secret = ecdh.computeSecret(senderKey)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const input = Buffer.from(hkdfSync('sha256', secret, auth, info, 32))
      const prk = hmac(salt, input)
      const key = hmac(prk, 'Content-Encoding: aes128gcm\0\u0001').subarray(0, 16)
      const nonce = hmac(prk, 'Content-Encoding: nonce\0\u0001').subarray(0, 12)
      const sealed = bytes.subarray(21 + bytes[20]!)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // One record ends with the octet 2.
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString()) as Record<string, string>
    },
  }
}
