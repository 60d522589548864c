import { connect, type AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { createServer } from './server.ts'

const app = createServer({ TRUSTED_PROXY_HOPS: 1, SITE_URL: 'https://shop.example' }, createLog('silent'))
app.get('/who', (request) => ({ ip: request.ip }))
app.get('/own', (_request, reply) => reply.header('cache-control', 'public').send('x'))
afterAll(() => app.close())

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const secured = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

test.each([
  ['/who', 200],
  ['/nowhere', 404],
  ['/%', 400],
])('%s answers %d with every security header', async (url, status) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers).toMatchObject(secured)
  expect((await app.inject('/own')).headers['cache-control']).toBe('public')
})

test('what may be a document is opened by no other page and gets no device', async () => {
  const policies = async (url: string) => {
    const { headers } = await app.inject(url)
    return [headers['cross-origin-opener-policy'], headers['permissions-policy']]
  }
  expect(await policies('/own')).toEqual(['same-origin', expect.stringContaining('camera=()')])
  expect(await policies('/who')).toEqual([undefined, undefined])
})

test('an address that cannot be read is refused in the shape of the contract, and not repeated', async () => {
  expect((await app.inject('/%<script>')).json()).toEqual({
    code: 'BAD_REQUEST',
    status: 400,
    message: 'The request could not be read.',
    request_id: expect.stringMatching(uuidShape),
  })
  expect((await app.inject('/%<script>')).body).not.toContain('script')
})

test.each([
  ['9.9.9.9, 192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
])('of a forwarded address "%s", what the trusted proxy saw counts', async (forwarded, ip) => {
  const answer = await app.inject({
    url: '/who',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': forwarded },
  })
  expect(answer.json()).toEqual({ ip })
})

describe('on the wire', () => {
  /** Sends raw bytes. Returns what the server sent until it closed the connection. */
  async function talk(
    server: ReturnType<typeof createServer>,
    text: string,
    more?: (heard: () => string) => Promise<string>,
  ) {
    if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 })
    return new Promise<string>((done) => {
      let heard = ''
      const { port } = server.server.address() as AddressInfo
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(text)
        if (more)
          more(() => heard).then(
            (last) => socket.write(last),
            () => socket.destroy(),
          )
      })
      socket.on('data', (chunk) => (heard += String(chunk)))
      socket.on('error', () => {})
      socket.on('close', () => done(heard))
    })
  }

  /** The status and the body of a refusal after which the connection was ended, if its header has the id of its body. */
  function refusalOf(heard: string) {
    const [head, text] = heard.split('\r\n\r\n') as [string, string]
    const body = JSON.parse(text)
    const isWhole = head.includes(`x-request-id: ${body.request_id}`) && /^connection: close$/im.test(head)
    return { line: Number(head.split(' ', 2)[1]), isWhole, body }
  }
  const refusal = (status: number, code: string) => ({
    line: status,
    isWhole: true,
    body: { code, status, message: expect.any(String), request_id: expect.stringMatching(uuidShape) },
  })

  test.each([
    ['two Host headers', 'HTTP/1.1', 'Host: shop.example\r\nHost: evil.example\r\n'],
    ['the same one twice', 'HTTP/1.1', 'Host: shop.example\r\nhost: shop.example\r\n'],
    ['none', 'HTTP/1.1', ''],
    ['one that names no host', 'HTTP/1.1', 'Host: shop.example/x@evil\r\n'],
    ['two in the older version', 'HTTP/1.0', 'Host: shop.example\r\nHost: evil.example\r\n'],
  ])('a request with %s is refused, and its connection ended', async (_what, version, headers) => {
    const heard = await talk(app, `GET /own ${version}\r\n${headers}\r\n`)
    expect(refusalOf(heard)).toEqual(refusal(400, 'BAD_REQUEST'))
  })

  test('a request of the older version needs no Host header', async () => {
    expect(await talk(app, 'GET /own HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('a request that expects what the server does not do is refused, and its connection ended', async () => {
    const text = 'GET /own HTTP/1.1\r\nHost: shop.example\r\nExpect: x\r\n\r\n'
    expect(refusalOf(await talk(app, text))).toEqual(refusal(417, 'BAD_REQUEST'))
  })

  test('a request that expects to be told to continue is answered', async () => {
    const text =
      'GET /own HTTP/1.1\r\nHost: shop.example\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n'
    expect(await talk(app, text)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })

  test.each([
    ['that are no request', 400, 'BAD_REQUEST', 'x\r\n\r\n'],
    ['with headers of 20 KB', 431, 'HEADERS_TOO_LARGE', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('bytes %s are refused in the same shape', async (_what, status, code, text) => {
    const lines: Record<string, unknown>[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
    const logged = createServer({ TRUSTED_PROXY_HOPS: 0, SITE_URL: 'https://shop.example' }, log)
    onTestFinished(() => logged.close())
    const refused = refusalOf(await talk(logged, text))
    expect(refused).toEqual(refusal(status, code))
    const { request_id } = refused.body
    expect(lines.filter((line) => 'status' in line)).toMatchObject([
      { request_id, status, code: expect.stringMatching(/^HPE_/) },
    ])
    expect(JSON.stringify(lines.at(-1))).not.toMatch(/127\.0\.0\.1|xxx/)
  })

  test.each([
    ['has begun', 'GET /stream HTTP/1.1\r\nHost: shop.example\r\n\r\n', 'begun'],
    ['is awaited', 'GET /never HTTP/1.1\r\nHost: shop.example\r\n\r\n', 'awaited'],
  ])(
    'bytes that are no request end a connection on which an answer %s, and are not answered',
    async (_what, text, until) => {
      const busy = createServer(
        { TRUSTED_PROXY_HOPS: 0, SITE_URL: 'https://shop.example' },
        createLog('silent'),
      )
      onTestFinished(() => busy.close())
      const reached = Promise.withResolvers<string>()
      busy.get('/stream', (_request, reply) => {
        const stream = new PassThrough()
        stream.write('begun')
        return reply.send(stream)
      })
      busy.get('/never', () => {
        reached.resolve('awaited')
        return new Promise(() => {})
      })
      const heard = await talk(busy, text, async (sent) => {
        if (until === 'begun') await expect.poll(sent).toContain('begun')
        else await reached.promise
        return 'no request\r\n\r\n'
      })
      expect(heard.match(/HTTP\/1\.1 /g)?.length ?? 0).toBe(until === 'begun' ? 1 : 0)
    },
  )

  test.each(['shop.example', 'shop.example:8080', '[::1]:3000', '127.0.0.1'])(
    '%s is a host',
    async (host) => {
      const heard = await talk(app, `GET /own HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(heard).toMatch(/^HTTP\/1\.1 200 /)
    },
  )
})

test('a request whose answer does not begin in time is answered with 503, and a stream that has begun goes on', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const hasty = createServer({ TRUSTED_PROXY_HOPS: 0, SITE_URL: 'https://shop.example' }, log, {
    answerWithinMs: 500,
  })
  const late = Promise.withResolvers<string>()
  const stream = new PassThrough()
  hasty.get('/never', () => new Promise(() => {}))
  hasty.get('/late', () => late.promise)
  hasty.get('/stream', (_request, reply) => {
    stream.write('first, ')
    return reply.send(stream)
  })
  onTestFinished(() => hasty.close())
  const address = await hasty.listen({ host: '127.0.0.1', port: 0 })
  const begun = fetch(`${address}/stream`)
  const refused = await Promise.all(['/never', '/late'].map((path) => fetch(address + path)))
  late.resolve('too late')
  stream.end('last')
  const answers = [...refused, await begun]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
  expect(answers[0]!.headers.get('retry-after')).toBe('1')
  const refusals = (await Promise.all(refused.map((answer) => answer.json()))) as { request_id: string }[]
  expect(refusals[0]).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
  // The log names the second one a second later, with all that followed.
  expect(lines.filter((line) => 'route' in line)).toMatchObject([
    { request_id: refusals[0]!.request_id, route: '/never', method: 'GET' },
  ])
  expect(await answers[2]!.text()).toBe('first, last')
})

describe('the access log', () => {
  const linesOf = async (settings: object) => {
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(line) })
    const logged = createServer({ TRUSTED_PROXY_HOPS: 0, SITE_URL: 'http://localhost', ...settings }, log)
    logged.get('/people/:id', async () => 'Asha')
    await logged.inject({ url: '/people/7?name=Asha', headers: { 'user-agent': 'Secret/1' } })
    await logged.inject({ url: '/people/8', remoteAddress: '192.0.2.7' })
    await logged.close()
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  test('has a line for each request, with the route and without personal data', async () => {
    const lines = await linesOf({ ACCESS_LOG: true })
    expect(lines.map(({ access }) => access)).toEqual(
      [1, 2].map(() => ({
        method: 'GET',
        route: '/people/:id',
        status: 200,
        milliseconds: expect.any(Number),
      })),
    )
    expect(JSON.stringify(lines)).not.toMatch(/Asha|Secret|192\.0\.2|people\/[78]/)
  })

  test('is off unless it is turned on', async () => {
    expect(await linesOf({})).toEqual([])
  })
})
