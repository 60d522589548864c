import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { connectDatabase } from '@kikoa/postgres'
import { environment } from './environment.ts'
import { freePort } from './free-port.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The program as an operator runs it: a separate process with an embedded database in a temporary folder. */
export interface Program {
  folder: string
  address: string
  /** Starts and does not wait until it is ready. */
  launch(): ChildProcess
  /** Starts and waits until it is ready. */
  start(): Promise<ChildProcess>
  /** Waits until it answers that it is ready. */
  ready(): Promise<void>
  /** Kills a process with SIGKILL. */
  kill(child: ChildProcess): Promise<void>
  call(
    method: string,
    path: string,
    body?: object,
    headers?: object,
  ): Promise<{ status: number; body: Record<string, string> | undefined }>
  /** What the last started process has printed. */
  printed(): string
  /** Queries its database directly. */
  sql<Row = Record<string, any>>(text: string, values?: unknown[]): Promise<Row[]> // oxlint-disable-line typescript/no-explicit-any
  /** Stops the program and removes its folder. */
  close(): Promise<void>
}

/** @param pages whether it serves the built pages, too */
export async function openProgram(
  name: string,
  env: Record<string, string> = {},
  { pages = false } = {},
): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), `kikoa-${name}-`))
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  let server: ChildProcess | undefined
  let printed = ''

  function launch() {
    server = spawn(process.execPath, [pages ? 'src/app/server.ts' : 'src/app/testing/api-server.ts'], {
      cwd: root,
      env: {
        ...environment,
        DATA_DIR: folder,
        PORT: String(port),
        LOG_LEVEL: 'fatal',
        RATE_LIMIT_SCALE: '1000',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    printed = ''
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (chunk) => (printed += String(chunk)))
    return server
  }

  return {
    folder,
    address,
    launch,
    async start() {
      const child = launch()
      await new Promise<void>((done, fail) => {
        child.stdout!.on('data', () => printed.includes('Kikoa is ready') && done())
        child.once('exit', () => fail(new Error(`it did not start: ${printed}`)))
      })
      return child
    },
    printed: () => printed,
    async ready() {
      while (!(await fetch(`${address}/health/ready`).catch(() => undefined))?.ok) await sleep(50)
    },
    async kill(child) {
      const exited = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await exited
    },
    async call(method, path, body, headers = {}) {
      const answer = await fetch(address + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      })
      // It fails when a kill cuts the answer.
      const text = await answer.text()
      return { status: answer.status, body: text ? (JSON.parse(text) as Record<string, string>) : undefined }
    },
    async sql<Row>(text: string, values: unknown[] = []) {
      const { owner, close } = await connectDatabase({ dataDir: folder, log: { info() {}, warn() {} } })
      const client = new pg.Client(owner as pg.ClientConfig)
      await client.connect()
      try {
        return (await client.query(text, values)).rows as Row[]
      } finally {
        await client.end()
        await close()
      }
    },
    async close() {
      server?.kill('SIGTERM')
      if (server?.exitCode === null && server.signalCode === null)
        await new Promise((done) => server!.once('exit', done))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
