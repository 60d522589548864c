import { connect, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createServer } from './server.ts'

/** Sends raw bytes, and more of them every 100 ms. Returns what the server sent until it closed the connection. */
async function talk(server: ReturnType<typeof createServer>, text: string, more: string) {
  await server.listen({ host: '127.0.0.1', port: 0 })
  return new Promise<string>((done) => {
    let heard = ''
    const { port } = server.server.address() as AddressInfo
    let slowly: NodeJS.Timeout
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text)
      slowly = setInterval(() => socket.write(more), 100)
    })
    socket.on('data', (chunk) => (heard += String(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(slowly)
      done(heard)
    })
  })
}

test.each([
  ['body', '/who', 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{'],
  ['body that nobody reads', '/nowhere', 'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{'],
  ['header', '/who', 'X-Slow: '],
])('a slow %s ends with its connection at the time for requests', async (_what, path, rest) => {
  const config = { TRUSTED_PROXY_HOPS: 0, SITE_URL: 'https://shop.example' }
  const impatient = createServer(config, createLog('silent'), { requestTimeoutMs: 1_000 })
  impatient.post('/who', () => ({}))
  const heard = await talk(impatient, `POST ${path} HTTP/1.1\r\nHost: shop.example\r\n${rest}`, ' ')
  expect(heard).toMatch(/^HTTP\/1\.1 (408|404) /)
  await impatient.close()
})
