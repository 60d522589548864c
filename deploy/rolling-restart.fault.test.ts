import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Agent, fetch } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../src/app/testing/debian-package.ts'
import { openPostgres, type Postgres, versions } from '../src/app/testing/faults/postgres.ts'
import { freePort } from '../src/app/testing/free-port.ts'
import { openProgram, type Program } from '../src/app/testing/program.ts'
import { commonErrors } from '../src/shared/api-error.ts'

/**
 * Two nodes on one PostgreSQL behind the nginx of nginx-two.conf, restarted one after the other under load. Set
 * ROLLING_RESTARTS for a longer run.
 */

const RESTARTS = Number(process.env['ROLLING_RESTARTS'] ?? 5)
const isHere = [
  await hasProgram('nginx', 'nginx'),
  await hasProgram('psql', 'postgresql-client'),
  await hasProgram('openssl', 'openssl'),
].every(Boolean)

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

interface Node {
  program: Program
  process: ChildProcess
}

describe.runIf(isHere)('a rolling restart of two nodes behind nginx', () => {
  let folder: string
  let postgres: Postgres
  let nginx: ChildProcess
  let site: string
  let agent: Agent
  let token: string
  const nodes: Node[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kikoa-rolling-'))
    postgres = await openPostgres(versions.at(-1)![1])
    const password = randomBytes(16).toString('hex')
    await run('sh', [join(import.meta.dirname, 'create-database.sh')], {
      env: {
        ...process.env,
        PGHOST: '127.0.0.1',
        PGPORT: String(postgres.port),
        POSTGRES_USER: 'admin',
        DATABASE_PASSWORD: password,
      },
    })
    const port = await freePort()
    site = `https://localhost:${port}`
    const env = {
      DATABASE_URL: `postgres://kikoa:${password}@127.0.0.1:${postgres.port}/kikoa`,
      SITE_URL: site,
      TRUSTED_PROXY_HOPS: '1',
    }
    for (const name of ['rolling-1', 'rolling-2']) {
      const program = await openProgram(name, env, { pages: true })
      nodes.push({ program, process: await program.start() })
    }
    agent = new Agent({ connect: { ca: await makeCertificate(folder) } })
    nginx = await startNginx(folder, port, nodes)
    while ((await status('GET', '/health/ready')) !== 200) await sleep(100)

    const { body } = await nodes[0]!.program.call('POST', '/auth/v1/signup', {
      email: 'asha@example.com',
      password: 'Pwani-Mawimbi-4',
      data: { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '0712345678' },
    })
    token = body!['access_token']!
    await inDatabase(`insert into settings (key, value) values ('requests.mostOpen', 'null')`)
    // The program caches settings for 5 s.
    await sleep(5_500)
  }, 180_000)
  afterAll(async () => {
    nginx?.kill('SIGTERM')
    await agent?.destroy()
    await Promise.all(nodes.map(({ program }) => program.close()))
    await postgres?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const inDatabase = async (text: string) =>
    (
      await run('psql', [
        '--no-align',
        '--tuples-only',
        '--host=127.0.0.1',
        `--port=${postgres.port}`,
        '--username=admin',
        '--dbname=kikoa',
        `--command=${text}`,
      ])
    ).stdout.trim()

  /** Calls through nginx. Status 0 means no answer. */
  async function status(method: string, path: string, body?: object): Promise<number> {
    try {
      const answer = await fetch(site + path, {
        method,
        dispatcher: agent,
        signal: AbortSignal.timeout(20_000),
        headers: {
          ...(path.startsWith('/api/') && token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return 0
    }
  }

  test(`${RESTARTS} restarts lose no call`, { timeout: 60_000 + RESTARTS * 30_000 }, async () => {
    const answers = new Map<string, number>()
    let isRunning = true
    const repeat = async (method: string, path: string, body?: object) => {
      while (isRunning) {
        const kind = `${method} ${path} ${await status(method, path, body)}`
        answers.set(kind, (answers.get(kind) ?? 0) + 1)
        // So that nginx also has idle connections to the nodes.
        await sleep(10)
      }
    }
    const plan = { plan_name: 'Basic', billing_period: 'monthly' }
    const kinds: [method: string, path: string, body?: object][] = [
      ['GET', '/'],
      ['GET', '/api/catalogue'],
      ['GET', '/api/hosting-requests?limit=20'],
      ['POST', '/api/hosting-requests', plan],
    ]
    const clients = kinds.flatMap((kind) => [0, 1, 2].map(() => repeat(...kind)))
    for (let turn = 0; turn < RESTARTS; turn++) {
      const node = nodes[turn % nodes.length]!
      const ended = once(node.process, 'exit')
      node.process.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      node.process = await node.program.start()
      await sleep(300)
    }
    isRunning = false
    await Promise.all(clients)

    const failed = [...answers].filter(([kind]) => !/^(GET .* 200|POST .* 201)$/.test(kind))
    const calls = [...answers.values()].reduce((sum, count) => sum + count, 0)
    process.stderr.write(`${RESTARTS} restarts, ${calls} calls, failed: ${JSON.stringify(failed)}\n`)
    expect(failed).toEqual([])
    expect(calls).toBeGreaterThan(RESTARTS * 100)
    const written = answers.get('POST /api/hosting-requests 201')
    expect(Number(await inDatabase('select count(*) from requests'))).toBe(written)
  })

  test('while no node answers, programs get the body of the API from nginx', async () => {
    for (const node of nodes) {
      const ended = once(node.process, 'exit')
      node.process.kill('SIGTERM')
      await ended
    }
    for (const path of ['/api/v1/catalogue', '/api/v1/live']) {
      const answer = await fetch(site + path, { dispatcher: agent })
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1'])
      expect(await answer.json()).toEqual({
        code: 'SERVICE_UNAVAILABLE',
        ...commonErrors.SERVICE_UNAVAILABLE,
        request_id: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      })
    }
  })
})

/** Makes a certificate for localhost, and returns it. */
async function makeCertificate(folder: string): Promise<string> {
  const certificate = join(folder, 'certificate.pem')
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    certificate,
  ])
  return readFile(certificate, 'utf8')
}

/** Starts nginx with a copy of nginx-two.conf in which only the ports and the certificate are others. */
async function startNginx(folder: string, port: number, nodes: Node[]): Promise<ChildProcess> {
  const shipped = await readFile(join(import.meta.dirname, 'nginx-two.conf'), 'utf8')
  const redirect = await freePort()
  const portOf = ({ program }: Node) => new URL(program.address).port
  const copy = shipped
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${redirect};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('shop.example.com;', 'localhost;')
    .replace('127.0.0.1:3001', `127.0.0.1:${portOf(nodes[0]!)}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${portOf(nodes[1]!)}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/certificate.pem;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`)
  await writeFile(join(folder, 'kikoa.conf'), copy)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  await writeFile(
    join(folder, 'nginx.conf'),
    `${isRoot ? 'user root;' : ''}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${temporary}
  include ${folder}/kikoa.conf;
}
`,
  )
  return spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
}
