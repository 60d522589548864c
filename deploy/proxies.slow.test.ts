import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasProgram } from '../src/app/testing/debian-package.ts'
import { freePort } from '../src/app/testing/free-port.ts'
import { type CommonCode, commonErrors } from '../src/shared/api-error.ts'

/** What the shipped proxies answer by themselves has the body of the API, and the id of the request also in its header. */

let folder: string
let port: number
/** Of the node behind the proxy. */
let nodePort: number
let proxy: ChildProcess | undefined
let node: Server | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-proxy-'))
  ;[port, nodePort] = [await freePort(), await freePort()]
})
afterEach(async () => {
  if (proxy?.exitCode === null) {
    const ended = once(proxy, 'exit')
    proxy.kill('SIGTERM')
    await ended
  }
  node?.closeAllConnections()
  node?.close()
  node = undefined
  await rm(folder, { recursive: true, force: true })
})

const sample = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')

/** Starts a proxy, and waits until it listens. */
async function startProxy(program: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  let printed = ''
  proxy = spawn(program, args, {
    env: { ...process.env, HOME: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [proxy.stdout!, proxy.stderr!])
    stream.on('data', (text: Buffer) => (printed += String(text)))
  while (!(await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined))) {
    if (proxy.exitCode !== null) throw new Error(printed)
    await sleep(50)
  }
}

async function startNginx(name: string) {
  const conf = (await sample(name))
    .replaceAll(/^ *(listen \[::\]|ssl_).*\n/gm, '')
    .replaceAll(/127\.0\.0\.1:300\d/g, `127.0.0.1:${nodePort}`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen unix:${folder}/80.socket`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((one) => `${one}_temp_path ${folder}/${one};`)
    .join(' ')
  await writeFile(join(folder, 'kikoa.conf'), conf)
  await writeFile(
    join(folder, 'nginx.conf'),
    `user root; pid ${folder}/nginx.pid; error_log stderr crit; daemon off; events {}
     http { access_log off; ${paths} include ${join(folder, 'kikoa.conf')}; }`,
  )
  await startProxy('nginx', ['-c', join(folder, 'nginx.conf')])
}

async function startCaddy() {
  const file = join(folder, 'Caddyfile')
  const conf = (await sample('Caddyfile'))
    .replace('shop.example.com {', `http://127.0.0.1:${port} {`)
    // The test does not wait as long as a call that loses its node.
    .replace('lb_try_duration 15s', 'lb_try_duration 1s')
  await writeFile(file, `{\n\tadmin off\n}\n${conf}`)
  await startProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    KIKOA_NODES: `127.0.0.1:${nodePort}`,
  })
}

/** A node that answers 200 to everything, and Node's own 431 to more than 16 KiB of headers. */
function startNode() {
  node = createServer((request, answer) => {
    request.on('error', () => {})
    request.on('end', () => answer.setHeader('x-request-id', 'of-the-node').end('{}'))
    request.resume()
  }).listen(nodePort, '127.0.0.1')
}

const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** The code of a refusal whose body and headers are those of the API. */
async function codeOf(answer: Response): Promise<CommonCode> {
  const body = (await answer.json()) as { code: CommonCode }
  expect(answer.status).toBe(commonErrors[body.code].status)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.headers.get('retry-after')).toBe(body.code === 'SERVICE_UNAVAILABLE' ? '1' : null)
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(idShape)
  expect(body).toEqual({ code: body.code, ...commonErrors[body.code], request_id: id })
  return body.code
}

/** What people see instead of a page. */
async function expectRefusedPage(answer: Response, code: CommonCode) {
  expect(answer.status).toBe(commonErrors[code].status)
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(answer.headers.get('retry-after')).toBe(code === 'SERVICE_UNAVAILABLE' ? '1' : null)
  expect(answer.headers.get('x-request-id')).toMatch(idShape)
  expect(await answer.text()).toBe(commonErrors[code].message)
}

/** Sends bytes as they are, also such that are no request. */
async function sendBytes(bytes: string): Promise<Response> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const [head, ...body] = (await text(socket)).split('\r\n\r\n')
  const [line, ...headers] = head!.split('\r\n')
  return new Response(body.join('\r\n\r\n'), {
    status: Number(line!.split(' ')[1]),
    headers: headers.map((header) => header.split(': ') as [string, string]),
  })
}

const get = (path: string, headers = '') =>
  sendBytes(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n${headers}\r\n`)

const nginx = await hasProgram('nginx', 'nginx')
const proxies: [name: string, isHere: boolean, start: () => Promise<void>][] = [
  ['nginx-one.conf', nginx, () => startNginx('nginx-one.conf')],
  ['nginx-two.conf', nginx, () => startNginx('nginx-two.conf')],
  ['Caddyfile', await hasProgram('caddy', 'caddy'), startCaddy],
]
for (const [name, isHere, start] of proxies)
  describe.runIf(isHere)(`behind ${name}`, () => {
    const send = (path: string, bytes?: number) =>
      fetch(
        `http://127.0.0.1:${port}${path}`,
        bytes ? { method: 'POST', body: 'x'.repeat(bytes) } : undefined,
      )

    test('while no node answers', async () => {
      await start()
      const paths = ['/api/v1/catalogue', '/api/live', '/api/v1/admin/payments/statement', '/auth/v1/user']
      for (const path of paths) expect(await codeOf(await send(path))).toBe('SERVICE_UNAVAILABLE')
      await expectRefusedPage(await send('/'), 'SERVICE_UNAVAILABLE')
    })

    test('to a body that is larger than any that a node takes', async () => {
      startNode()
      await start()
      for (const path of ['/api/v1/orders', '/api/live', '/auth/v1/signup'])
        expect(await codeOf(await send(path, 200_000))).toBe('PAYLOAD_TOO_LARGE')
      expect(await codeOf(await send('/api/admin/payments/statement', 7_000_000))).toBe('PAYLOAD_TOO_LARGE')
      await expectRefusedPage(await send('/', 200_000), 'PAYLOAD_TOO_LARGE')
      expect((await send('/api/v1/orders', 100_000)).status).toBe(200)
      expect((await send('/api/v1/admin/payments/statement', 5_000_000)).status).toBe(200)
    })

    test('to figures that only the operator may see', async () => {
      startNode()
      await start()
      expect(await codeOf(await send('/metrics'))).toBe('NOT_FOUND')
    })

    test('with the id of the node alone, where a node answers', async () => {
      startNode()
      await start()
      for (const path of ['/', '/api/v1/catalogue', '/auth/v1/user'])
        expect((await send(path)).headers.get('x-request-id')).toBe('of-the-node')
    })

    test('to headers that a node takes, and to larger ones with 431', async () => {
      startNode()
      await start()
      expect((await get('/api/v1/catalogue', `x-long: ${'x'.repeat(14_000)}\r\n`)).status).toBe(200)
      expect((await get(`/api/v1/catalogue?q=${'x'.repeat(14_000)}`)).status).toBe(200)
      const answers = [
        await get('/api/v1/catalogue', `x-long: ${'x'.repeat(20_000)}\r\n`),
        await get('/', `x-long: ${'x'.repeat(20_000)}\r\n`),
        await get('/api/v1/catalogue', `x-many: ${'x'.repeat(4_000)}\r\n`.repeat(5)),
        await get(`/api/v1/catalogue?q=${'x'.repeat(20_000)}`),
      ]
      // Caddy leaves them to the node.
      for (const answer of answers)
        if (name === 'Caddyfile') expect(answer.status).toBe(431)
        else expect(await codeOf(answer)).toBe('HEADERS_TOO_LARGE')
    })

    // What is no request never reaches Caddy's configuration.
    test.runIf(name !== 'Caddyfile')('to what is no request', async () => {
      startNode()
      await start()
      expect(await codeOf(await get('/api/v1/catalogue', 'host: other\r\n'))).toBe('BAD_REQUEST')
      expect(await codeOf(await get('/api/v1/catalogue', 'no header\r\n'))).toBe('BAD_REQUEST')
      expect(await codeOf(await get('/api/%'))).toBe('BAD_REQUEST')
    })
  })
