import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasProgram } from '../src/app/testing/debian-package.ts'
import { freePort } from '../src/app/testing/free-port.ts'
import { type CommonCode, commonErrors } from '../src/shared/api-error.ts'

/** What the shipped proxies answer by themselves has the body of the API. */

let folder: string
let port: number
/** Of the node behind the proxy. */
let nodePort: number
let proxy: ChildProcess | undefined
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

async function expectRefusal(answer: Response, code: CommonCode) {
  expect(answer.status).toBe(commonErrors[code].status)
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(await answer.json()).toEqual({
    code,
    ...commonErrors[code],
    request_id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  })
}

const proxies: [name: string, isHere: boolean, start: () => Promise<void>][] = [
  ['nginx-one.conf', await hasProgram('nginx', 'nginx'), () => startNginx('nginx-one.conf')],
  ['nginx-two.conf', await hasProgram('nginx', 'nginx'), () => startNginx('nginx-two.conf')],
  ['Caddyfile', await hasProgram('caddy', 'caddy'), startCaddy],
]
for (const [name, isHere, start] of proxies)
  describe.runIf(isHere)(`behind ${name}`, () => {
    test('while no node answers', async () => {
      await start()
      for (const path of ['/api/v1/catalogue', '/api/live', '/api/v1/admin/payments/statement']) {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`)
        expect(answer.headers.get('retry-after')).toBe('1')
        await expectRefusal(answer, 'SERVICE_UNAVAILABLE')
      }
      const page = await fetch(`http://127.0.0.1:${port}/`)
      expect(page.status).toBe(502)
      expect(page.headers.get('content-type') ?? '').not.toContain('json')
    })

    test('to a body that is larger than any that a node takes', async () => {
      const node = createServer((request, answer) => {
        request.on('error', () => {})
        request.on('end', () => answer.end('{}'))
        request.resume()
      }).listen(nodePort, '127.0.0.1')
      try {
        await start()
        const send = (path: string, bytes: number) =>
          fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'x'.repeat(bytes) })
        await expectRefusal(await send('/api/v1/orders', 200_000), 'PAYLOAD_TOO_LARGE')
        await expectRefusal(await send('/api/admin/payments/statement', 7_000_000), 'PAYLOAD_TOO_LARGE')
        expect((await send('/api/v1/orders', 100_000)).status).toBe(200)
        expect((await send('/api/v1/admin/payments/statement', 5_000_000)).status).toBe(200)
      } finally {
        node.closeAllConnections()
        node.close()
      }
    })
  })
