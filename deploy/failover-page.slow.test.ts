import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasProgram } from '../src/app/testing/debian-package.ts'
import { freePort } from '../src/app/testing/free-port.ts'
import { runPrinted } from './testing/failover-page.ts'

/** The commands of docs/failover.md say to Patroni what the page says they do. Patroni itself is played here. */

const PASSWORD = '6c2f8ad1'
const hasPrograms = (await hasProgram('patronictl', 'patroni')) && (await hasProgram('etcd', 'etcd-server'))

describe.runIf(hasPrograms)('docs/failover.md', () => {
  let folder: string
  let etcd: ChildProcess
  let patroni: Server
  let keys: string
  /** What Patroni was asked with its password. */
  let asked: { path: string; body: unknown }[] = []

  const put = async (key: string, value: unknown) => {
    const body = new URLSearchParams({ value: typeof value === 'string' ? value : JSON.stringify(value) })
    expect((await fetch(`${keys}/${key}`, { method: 'PUT', body })).ok).toBe(true)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kikoa-failover-'))
    const [client, peer, rest] = [await freePort(), await freePort(), await freePort()]
    const expected = `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}`
    const reply = async (request: IncomingMessage, answer: ServerResponse) => {
      const body = JSON.parse(await text(request)) as unknown
      const isKnown = request.headers.authorization === expected
      if (isKnown) asked.push({ path: request.url!, body })
      answer.writeHead(isKnown ? 200 : 401).end()
    }
    patroni = createServer((request, answer) => void reply(request, answer)).listen(rest, '127.0.0.1')
    const env = {
      PATH: process.env['PATH'],
      ETCD_DATA_DIR: join(folder, 'etcd'),
      ETCD_LISTEN_PEER_URLS: `http://127.0.0.1:${peer}`,
      ETCD_LISTEN_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://127.0.0.1:${client}`,
      ETCD_ENABLE_V2: 'true',
    }
    etcd = spawn('etcd', [], { env, stdio: 'ignore' })
    keys = `http://127.0.0.1:${client}/v2/keys/service/kikoa`
    while (!(await fetch(`http://127.0.0.1:${client}/health`).catch(() => undefined))?.ok) await sleep(50)
    const shipped = (name: string) => readFile(join(import.meta.dirname, 'patroni', name), 'utf8')
    await writeFile(
      join(folder, 'config.yml'),
      (await shipped('config.yml')).replace(/hosts: .*/, `hosts: 127.0.0.1:${client}`),
    )
    await writeFile(
      join(folder, 'patroni.env'),
      (await shipped('node.env')).replaceAll(/_PASSWORD=$/gm, `_PASSWORD=${PASSWORD}`),
    )
    await put('initialize', '7000000000000000001')
    await put('config', { ttl: 15, synchronous_mode: true, synchronous_mode_strict: true })
    for (const name of ['db-a', 'db-b', 'db-c'])
      await put(`members/${name}`, {
        conn_url: 'postgres://127.0.0.1:1/postgres',
        api_url: `http://127.0.0.1:${rest}/patroni`,
        state: 'running',
        role: name === 'db-a' ? 'master' : 'replica',
      })
  }, 60_000)
  afterAll(async () => {
    patroni?.close()
    if (etcd?.exitCode === null) {
      const ended = once(etcd, 'exit')
      etcd.kill('SIGKILL')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    asked = []
    await put('leader', 'db-a')
  })

  const follow = (part: string) =>
    runPrinted(part, {
      '/etc/patroni_env.conf': join(folder, 'patroni.env'),
      '/etc/patroni/config.yml': join(folder, 'config.yml'),
      'sleep 15': 'sleep 0',
    })
  const config = async () => {
    const { node } = (await (await fetch(`${keys}/config`)).json()) as { node: { value: string } }
    return JSON.parse(node.value) as Record<string, unknown>
  }

  test('switches over to the synchronous follower', async () => {
    await follow(' switchover ')
    expect(asked).toEqual([
      { path: '/switchover', body: { leader: 'db-a', candidate: null, scheduled_at: null } },
    ])
  })

  test('copies a follower anew', async () => {
    await put('leader', 'db-b')
    await follow(' reinit ')
    expect(asked).toEqual([{ path: '/reinitialize', body: { force: true } }])
  })

  test('makes the last machine the leader', async () => {
    await fetch(`${keys}/leader`, { method: 'DELETE' })
    await follow(' failover ')
    expect(asked).toEqual([
      { path: '/failover', body: { leader: null, candidate: 'db-c', scheduled_at: null } },
    ])
  })

  test('lets the last machine write alone, and no longer', async () => {
    await follow('--force --set synchronous_mode=false')
    expect(await config()).toMatchObject({ synchronous_mode: false, synchronous_mode_strict: true })
    await follow('--force --set synchronous_mode=true kikoa')
    expect(await config()).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true })
  })

  test('allows more connections, on the followers first', async () => {
    await follow('max_connections=')
    expect(await config()).toMatchObject({ postgresql: { parameters: { max_connections: 220 } } })
    expect(asked.map(({ path }) => path)).toEqual(['/restart', '/restart', '/restart'])
  })
})
