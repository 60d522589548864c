import { expect } from '@playwright/test'
import { type ChildProcess, spawn } from 'node:child_process'
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
  databaseUrl: string | undefined
  folder: string
  registry: Registry
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
  return { address, env, child: await serve(env), databaseUrl, folder, registry }
}

/** A hash of full cost takes a tenth of a second of a core, and every journey makes accounts and logs in. */
const cheapHashing = ['--import', './src/auth/testing/cheap-hashing.ts']

/** Starts the server and waits until it is ready. */
export async function serve(env: Running['env']): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...cheapHashing, 'src/app/server.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += String(chunk)))
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', () => printed.includes('Kikoa is ready') && done())
    child.once('exit', () => fail(new Error(`the server did not start:\n${printed}`)))
  })
  return child
}

/** Stops the server with SIGTERM. */
export async function halt({ child }: Running) {
  child.kill('SIGTERM')
  await new Promise((done) => child.once('exit', done))
}

/** Stops everything and removes the data folder. */
export async function end(running: Running) {
  await halt(running)
  await running.registry.close()
  // A process of the database may still write.
  await rm(running.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

async function ownDatabase(url: string, port: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create database kikoa_e2e_${port}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/kikoa_e2e_${port}` }).href
}

/** Queries the database directly. */
export async function querySql({ databaseUrl, folder }: Running, text: string, values: unknown[] = []) {
  const client = new pg.Client(databaseUrl ? { connectionString: databaseUrl } : await embedded(folder))
  await client.connect()
  await client.query(text, values)
  await client.end()
}

/** How a second node in the same data folder connects to the embedded server. */
async function embedded(folder: string): Promise<pg.ClientConfig> {
  const { connectDatabase } = await import('../src/server/database/connect.ts')
  const { owner } = await connectDatabase({ dataDir: folder, log: { info() {}, warn() {} } })
  return owner as pg.ClientConfig
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
