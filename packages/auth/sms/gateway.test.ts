import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smsGateway } from './text-code.ts'

let service: Server
let url: string
const taken: { headers: IncomingHttpHeaders; body: unknown }[] = []
beforeAll(async () => {
  service = createServer((request, answer) => {
    let text = ''
    request.on('data', (chunk) => (text += String(chunk)))
    request.on('end', () => {
      taken.push({ headers: request.headers, body: JSON.parse(text) })
      if (request.url === '/away') answer.writeHead(302, { location: '/' }).end()
      else answer.writeHead(request.url === '/full' ? 429 : 202).end('queued')
    })
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => new Promise((done) => service.close(done)))

const send = (to = '', SMS_TOKEN?: string) =>
  smsGateway({ SMS_URL: url + to, SMS_TOKEN })!({ to: '255712345678', text: 'Kikoa: 123456' })

test('the gateway is sent the number with its plus, the text, and the operator’s token', async () => {
  await send('/', 'the token')
  expect(taken.at(-1)).toMatchObject({
    headers: { authorization: 'Bearer the token', 'content-type': 'application/json' },
    body: { to: '+255712345678', text: 'Kikoa: 123456', channel: 'sms' },
  })
  await send()
  expect(taken.at(-1)!.headers).not.toHaveProperty('authorization')
})

test('a message that it refuses, or sends elsewhere, was not sent', async () => {
  await expect(send('/full')).rejects.toThrow('429')
  await expect(send('/away')).rejects.toThrow('fetch failed')
})

test('without an address there is no gateway', () => {
  expect(smsGateway({ SMS_URL: undefined, SMS_TOKEN: undefined })).toBeUndefined()
})
