import { expect } from '@playwright/test'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import PostalMime from 'postal-mime'
import { environment } from '../src/app/testing/environment.ts'
import { freePort } from '../src/app/testing/free-port.ts'
import { openRegistry, type Registry } from './registry.ts'

const root = resolve(import.meta.dirname, '..')

/** The account that the product makes at its first start. */
export const admin = { email: 'admin@example.com', password: 'Kikoa-Coast-7' }

/** The running program, its settings, and the registries that it asks. */
export interface Running {
  address: string
  env: Record<string, string | undefined>
  child: ChildProcess
  database: OpenDatabase
  folder: string
  registry: Registry
}

/** How the tests query the database of the program. Its embedded server runs until `close`, also without the program. */
interface OpenDatabase {
  config: pg.ClientConfig
  close(): Promise<void>
}

/** Starts the program in a new data folder with additional settings. */
export async function start(settings: Record<string, string>): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-e2e-'))
  const registry = await openRegistry()
  const port = Number(settings['PORT'] ?? (await freePort()))
  const databaseUrl = process.env['DATABASE_URL'] && (await ownDatabase(process.env['DATABASE_URL'], port))
  const address = `http://127.0.0.1:${port}`
  const env = {
    ...environment,
    DATA_DIR: folder,
    PORT: String(port),
    SITE_URL: address,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMIT_SCALE: '50',
    LOG_LEVEL: 'warn',
    AVAILABILITY_ENDPOINTS: registry.endpoints,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...settings,
  }
  const child = await serve(env)
  const database = databaseUrl
    ? { config: { connectionString: databaseUrl }, async close() {} }
    : await openEmbedded(folder)
  return { address, env, child, database, folder, registry }
}

/** Every journey makes accounts and logs in. */
const cheapAuth = ['--import', './packages/auth/testing/cheap-auth.ts']

/** What each server has printed. */
const printedBy = new WeakMap<ChildProcess, string>()

/** Starts the server and waits until it is ready. */
export async function serve(env: Running['env']): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...cheapAuth, 'src/app/server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => printedBy.set(child, (printed += String(chunk))))
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', () => printed.includes('Kikoa is ready') && done())
    child.once('exit', () => fail(new Error(`the server did not start:\n${printed}`)))
  })
  return child
}

const STOP_WITHIN_MS = 60_000

/**
 * Stops the server with SIGTERM.
 * @throws when the server has ended before, or does not end. The error has what the server printed.
 */
export async function halt({ child }: Running) {
  const failure = (what: string) => new Error(`the server ${what}:\n${printedBy.get(child)}`)
  // No second event tells that it has ended.
  if (child.exitCode !== null || child.signalCode !== null)
    throw failure(`had ended by itself (${child.signalCode ?? child.exitCode})`)
  let isLate = false
  const late = setTimeout(() => (isLate = child.kill('SIGKILL')), STOP_WITHIN_MS)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  clearTimeout(late)
  if (isLate) throw failure('did not stop')
}

/** Stops everything and removes the data folder. */
export async function end(running: Running) {
  try {
    await halt(running)
  } finally {
    await running.database.close()
    await running.registry.close()
    await rm(running.folder, { recursive: true, force: true })
  }
}

async function ownDatabase(url: string, port: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database kikoa_e2e_${port}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/kikoa_e2e_${port}` }).href
}

/** Queries the database directly. */
export async function querySql({ database }: Running, text: string, values: unknown[] = []) {
  const client = new pg.Client(database.config)
  await client.connect()
  try {
    await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** Connects to the embedded server as a second node in the same data folder does. */
async function openEmbedded(folder: string): Promise<OpenDatabase> {
  const { startEmbedded } = await import('@kikoa/postgres')
  const { forgetAtCrash } = await import('@kikoa/postgres/testing')
  const { administrator, config, stop } = await startEmbedded({
    dataDir: folder,
    log: { info() {}, warn() {} },
  })
  await forgetAtCrash(administrator)
  return { config, close: stop }
}

/** Waits for `count` mails to an address and gives the last one. */
export async function lastMail({ folder }: Running, address: string, count: number) {
  const read = async () => {
    const names = await readdir(join(folder, 'mail')).catch(() => [])
    const files = names.filter((name) => name.endsWith('.eml')).toSorted()
    const mails = await Promise.all(
      files.map(async (name) => PostalMime.parse(await readFile(join(folder, 'mail', name)))),
    )
    return mails.filter(({ to }) => to?.[0]?.address === address)
  }
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count)
  const text = (await read()).at(-1)!.text ?? ''
  const [code = ''] = /\b\d{6}\b/.exec(text) ?? []
  const [link = ''] = /http\S+\/auth\/v1\/verify\?\S+/.exec(text) ?? []
  return { text, code, link }
}
