import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ForbiddenAddress, providerFetch } from './providers.ts'

let server: Server
let here: string
let requested = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    requested++
    if (request.url === '/away') return void response.writeHead(302, { location: `${here}/` }).end()
    if (request.url === '/long') return void response.end('x'.repeat(1024 * 1024))
    return void response.end('hello')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => server.close(done)))

describe('what a provider on the internet names', () => {
  test.each([
    ['this machine', () => here],
    ['this machine with TLS', () => here.replace('http', 'https')],
    ['this machine by name', () => here.replace('http://127.0.0.1', 'https://localhost')],
    ['a cloud machine’s own data', () => 'https://169.254.169.254/latest'],
    ['a neighbour', () => 'https://10.0.0.1/'],
    ['an address without TLS', () => 'http://id.example/'],
    ['a file', () => 'file:///etc/passwd'],
  ])('is not asked where it is %s', async (_, address) => {
    const before = requested
    const answer = providerFetch('https://id.example')(address())
    await expect(answer.catch((error: Error) => Promise.reject(error.cause ?? error))).rejects.toThrow(
      ForbiddenAddress,
    )
    expect(requested).toBe(before)
  })
})

test('a redirect is not followed', async () => {
  const before = requested
  expect((await providerFetch(here)(`${here}/away`)).status).toBe(302)
  expect(requested).toBe(before + 1)
})

test('an answer without end is cut', async () => {
  await expect(providerFetch(here)(`${here}/long`)).rejects.toThrow('too much')
})
