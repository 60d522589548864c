import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createRaw, type Server, type Socket } from 'node:net'
import { selfSigned } from '@kikoa/registry-answers/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { noTargets, readAllowedTargets } from '../../../../server/http/outbound.ts'
import { cleaner, type LoggedCall, providerCall, type ProviderRequest } from './provider-call.ts'

/** Longer than a connection on loopback takes on a slow machine. Servers that use it up never answer. */
const SHORT_MS = 1_000

const servers: Server[] = []
const sockets = new Set<Socket>()

async function listening(server: Server): Promise<number> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const http = (answer: RequestListener) => listening(createHttp(answer))

/** A server that reads a whole request and then does what it is told with the connection. Gives its counted requests. */
async function raw(act: (socket: Socket) => void) {
  const requests: string[] = []
  const port = await listening(
    createRaw((socket) => {
      let got = ''
      socket.on('data', (part) => {
        got += part.toString('latin1')
        const [, length = '0'] = /content-length: (\d+)/i.exec(got) ?? []
        const end = got.indexOf('\r\n\r\n')
        if (end < 0 || got.length < end + 4 + Number(length)) return
        requests.push(got)
        got = ''
        act(socket)
      })
    }),
  )
  return { port, requests }
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))))
})

const asked = (port: number, more: Partial<ProviderRequest> = {}): ProviderRequest => ({
  method: 'POST',
  url: `http://127.0.0.1:${port}/orders`,
  body: '{"domain_name":"duka.co.tz"}',
  action: 'register',
  target: 'duka.co.tz',
  secrets: [],
  ...more,
})

const callTo = (port: number, more: Partial<Parameters<typeof providerCall>[0]> = {}) =>
  providerCall({ targets: { allowed: readAllowedTargets(`127.0.0.1:${port}`)! }, ...more })

/** A port that nobody listens at. */
async function closedPort() {
  const port = await http(() => {})
  const server = servers.pop()!
  server.close()
  await once(server, 'close')
  return port
}

describe('not sent', () => {
  test('a refused connection', async () => {
    const port = await closedPort()
    expect(await callTo(port)(asked(port))).toEqual({
      state: 'not-sent',
      words: 'no connection (ECONNREFUSED)',
    })
  })

  test('a certificate that nobody trusts', async () => {
    let requests = 0
    const port = await listening(createHttps(selfSigned(), () => requests++))
    const answer = await callTo(port)(asked(port, { url: `https://127.0.0.1:${port}/` }))
    expect(answer.state).toBe('not-sent')
    expect(requests).toBe(0)
  })

  test('a server that speaks no TLS', async () => {
    const port = await listening(createRaw((socket) => socket.end('220 welcome\r\n')))
    const answer = await callTo(port)(asked(port, { url: `https://127.0.0.1:${port}/` }))
    expect(answer.state).toBe('not-sent')
  })

  test.each([
    ['no address', 'the address is none'],
    ['ftp://provider.example/', 'no connection (UND_ERR_INVALID_ARG)'],
    ['https://127.0.0.1/', 'the address is not allowed'],
    ['https://[::1]/', 'the address is not allowed'],
    ['http://93.184.215.14/', 'the address is not allowed'],
  ])('to %s', async (url, words) => {
    const call = providerCall({ targets: { allowed: noTargets } })
    expect(await call(asked(0, { url }))).toEqual({ state: 'not-sent', words })
  })

  test('a host of an internal address', async () => {
    let requests = 0
    const port = await http((_, answer) => {
      requests++
      answer.end('{}')
    })
    const call = providerCall({
      targets: { allowed: noTargets, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
    })
    expect(await call(asked(port, { url: `https://provider.example:${port}/` }))).toEqual({
      state: 'not-sent',
      words: 'the address is not allowed',
    })
    expect(requests).toBe(0)
  })

  test('a header that HTTP does not allow', async () => {
    const port = await http((_, answer) => answer.end('{}'))
    const answer = await callTo(port)(asked(port, { headers: { 'x-api-key': 'a\r\nb: c' } }))
    expect(answer.state).toBe('not-sent')
  })
})

describe('cut, and never sent again', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['the connection is closed after the request', (socket) => socket.end()],
    ['the connection is reset after the request', (socket) => socket.resetAndDestroy()],
    [
      'the body is shorter than it was announced',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"success":true'),
    ],
    [
      'the last chunk is missing',
      (socket) =>
        socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n10\r\n{"success":true}\r\n'),
    ],
    ['the answer is no HTTP', (socket) => socket.end('{"success":true}')],
    ['the header is endless', (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`)],
    ['the protocol changes', (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
  ])('%s', async (_, act) => {
    for (const method of ['POST', 'GET', 'PUT'] as const) {
      const { port, requests } = await raw(act)
      const { body, ...request } = asked(port, { method })
      const answer = await callTo(port)(method === 'GET' ? request : { ...request, body: body! })
      expect(answer.state).toBe('cut')
      expect(requests).toHaveLength(1)
    }
  })

  test('the body stops in the middle', async () => {
    const { port } = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"success":')
    })
    expect(await callTo(port, { timeoutMs: SHORT_MS })(asked(port))).toEqual({
      state: 'cut',
      words: 'no answer in time',
    })
  })

  test('the bytes are slow', async () => {
    let isClosed = false
    const port = await http((_, answer) => {
      const next = () => {
        if (!isClosed) answer.write(' ', () => setTimeout(next, 0))
      }
      answer.on('close', () => (isClosed = true))
      next()
    })
    const answer = await callTo(port, { timeoutMs: SHORT_MS })(asked(port))
    expect(answer).toEqual({ state: 'cut', words: 'no answer in time' })
    await expect.poll(() => isClosed).toBe(true)
  })

  test('no byte comes', async () => {
    const { port, requests } = await raw(() => {})
    const answer = await callTo(port, { timeoutMs: SHORT_MS })(asked(port))
    expect(answer).toEqual({ state: 'cut', words: 'no answer in time' })
    expect(requests).toHaveLength(1)
  })

  test('the answer is too large, and is not read on', async () => {
    let sent = 0
    let isClosed = false
    const port = await http((_, answer) => {
      const part = Buffer.alloc(64 * 1024, 'x')
      answer.on('close', () => (isClosed = true))
      const next = () => {
        if (isClosed || sent >= 100 * 1024 * 1024) return
        sent += part.length
        answer.write(part, next)
      }
      next()
    })
    expect(await callTo(port, { mostBytes: 100_000 })(asked(port))).toEqual({
      state: 'cut',
      words: 'the answer was too large',
    })
    await expect.poll(() => isClosed).toBe(true)
    // What the buffers of two sockets hold, and not all of it.
    expect(sent).toBeLessThan(50 * 1024 * 1024)
  })
})

describe('answered', () => {
  test('status, body, clock and the time to wait', async () => {
    const port = await http((request, answer) => {
      answer.writeHead(429, { date: 'Tue, 01 Dec 2026 10:00:00 GMT', 'retry-after': '30' })
      answer.end(`{"key":"${String(request.headers['x-api-key'])}"}`)
    })
    const answer = await callTo(port)(asked(port, { headers: { 'x-api-key': 'k1' } }))
    expect(answer).toMatchObject({
      state: 'answered',
      status: 429,
      json: { key: 'k1' },
      date: new Date('2026-12-01T10:00:00Z'),
      retryAfter: '30',
    })
  })

  test('by HTTPS', async () => {
    const certificate = selfSigned()
    const port = await listening(createHttps(certificate, (_, answer) => answer.end('{}')))
    const call = callTo(port, { ca: certificate.cert })
    expect((await call(asked(port, { url: `https://127.0.0.1:${port}/` }))).state).toBe('answered')
  })

  test('a redirect is an answer and is not followed', async () => {
    let requests = 0
    const port = await http((_, answer) => {
      requests++
      answer.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await callTo(port)(asked(port))).toMatchObject({ state: 'answered', status: 307 })
    expect(requests).toBe(1)
  })

  test('HTML is no JSON', async () => {
    const port = await http((_, answer) => answer.end('<h1>Fatal error</h1>'))
    const answer = await callTo(port)(asked(port))
    expect(answer.state === 'answered' && answer.json).toBeUndefined()
  })

  test('a byte order mark is no part of the JSON', async () => {
    const port = await http((_, answer) => answer.end('\uFEFF{"success":true}'))
    expect(await callTo(port)(asked(port))).toMatchObject({ json: { success: true } })
  })

  test('words are without the secrets of the request', async () => {
    const port = await http((_, answer) => answer.end('{"message":"the key k-123 is wrong"}'))
    const answer = await callTo(port)(asked(port, { secrets: ['k-123'] }))
    expect(answer.state === 'answered' && answer.clean('the key k-123 is wrong')).toBe('the key ••• is wrong')
  })
})

describe('the log', () => {
  test('has action, target and outcome, and never address, headers, body or answer', async () => {
    const logged: LoggedCall[] = []
    const port = await http((_, answer) => answer.end('{"code":"AUTH-1"}'))
    const request = asked(port, {
      url: `http://127.0.0.1:${port}/orders?token=TOKEN-1`,
      headers: { 'x-api-key': 'KEY-1' },
      body: '{"epp_code":"EPP-1"}',
    })
    await callTo(port, { log: (call) => logged.push(call) })(request)
    await callTo(port, { log: (call) => logged.push(call), mostBytes: 1 })(request)
    await providerCall({ targets: { allowed: noTargets }, log: (call) => logged.push(call) })(request)
    expect(logged).toEqual(
      ['200', 'the answer was too large', 'the address is not allowed'].map((outcome) => ({
        action: 'register',
        target: 'duka.co.tz',
        took_ms: expect.any(Number),
        outcome,
      })),
    )
    expect(JSON.stringify(logged)).not.toMatch(/TOKEN-1|KEY-1|EPP-1|AUTH-1|127\.0\.0\.1|orders/)
  })
})

describe('clean', () => {
  const key = 'p+q/r=&"<s>'

  test.each<[string, string, string[]]>([
    ['as it is', key, [key]],
    ['in other letters', 'ABC-def'.toLowerCase(), ['ABC-def']],
    ['URL-encoded', encodeURIComponent(key), [key]],
    ['URL-encoded in small letters', encodeURIComponent(key).toLowerCase(), [key]],
    ['as a form', new URLSearchParams({ k: 'a b+c/d' }).toString().slice(2), ['a b+c/d']],
    ['as JSON', JSON.stringify(key).slice(1, -1), [key]],
    ['as the JSON of PHP', JSON.stringify(key).slice(1, -1).replaceAll('/', '\\/'), [key]],
    ['as HTML', 'p+q/r=&amp;&quot;&lt;s&gt;', [key]],
    ['in base64', Buffer.from('secret-key-1').toString('base64'), ['secret-key-1']],
    ['in base64url', Buffer.from('sécret~~key??>').toString('base64url'), ['sécret~~key??>']],
  ])('removes a secret %s', (_, form, secrets) => {
    expect(cleaner(secrets)(`wrong: ${form} .`)).toBe('wrong: ••• .')
  })

  test('removes a secret in the base64 of a longer text, such as a header for Basic authentication', () => {
    for (const name of ['a', 'ab', 'abc']) {
      const encoded = Buffer.from(`${name}:secret-key-1!`).toString('base64')
      const shown = cleaner(['secret-key-1'])(`wrong: ${encoded}`)
      for (let start = 0; start + 8 <= encoded.length; start += 4)
        expect(Buffer.from(shown.slice(7), 'base64').toString()).not.toContain('secret')
    }
  })

  test('removes all of a secret that begins with another', () => {
    expect(cleaner(['abc', 'abcdef'])('x abcdef y')).toBe('x ••• y')
    expect(cleaner([''])('abc')).toBe('abc')
  })

  test('gives one line without HTML and control characters', () => {
    expect(cleaner([])('<p class="x">The\r\n\0name</p>\u202E is <b>taken</b>\u2028now')).toBe(
      'The name is taken now',
    )
  })

  test('gives at most 300 characters, and no half of one', () => {
    expect(cleaner([])('😀'.repeat(400))).toHaveLength(300)
    expect(cleaner([])(`x${'😀'.repeat(400)}`).isWellFormed()).toBe(true)
  })

  // 4 MB of them take hours where each one is searched to the end.
  test('reads a large text of opening brackets once', () => {
    expect(cleaner(['secret'])('<'.repeat(4 * 1024 * 1024))).toHaveLength(300)
  })
})
