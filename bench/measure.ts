import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadKeys } from '@kikoa/auth'
import { openDatabase } from '../src/app/open-database.ts'
import { sealedIn } from '../src/features/accounts/server/account-mails.ts'
import { startNode } from '../src/app/start-node.ts'
import { readConfig } from '../src/server/config.ts'
import { createLog } from '../src/server/log.ts'

/**
 * Starts a node with an embedded database, without limits of calls.
 * @param dataDir stays; without it a temporary folder is used and removed
 */
export async function openNode(env: Record<string, string> = {}, dataDir?: string) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'kikoa-bench-')))
  const config = readConfig(
    { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT_SCALE: '1000000', ...env },
    folder,
  )
  const log = createLog(config.LOG_LEVEL)
  const { database, owner, close } = await openDatabase(config, log)
  return {
    database,
    /** Serves, after the database was filled. */
    async start() {
      const node = await startNode(config, log, { database, owner })
      const keys = await loadKeys({ config, ...sealedIn(database) })
      return {
        address: node.address,
        /** Signs a token of three hours. */
        tokenOf(person: string, session: string) {
          const now = Math.floor(Date.now() / 1000)
          return keys.sign({
            iss: keys.issuer,
            sub: person,
            aud: 'authenticated',
            role: 'authenticated',
            session_id: session,
            iat: now,
            exp: now + 3 * 3600,
          })
        },
        async close() {
          await node.stop()
          await close()
          if (!dataDir) await rm(folder, { recursive: true, force: true })
        },
      }
    },
  }
}

/** The middle one of some numbers. */
export const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** The median of some rounds: the machine's speed drifts within one run. */
export async function median(rounds: number, measure: () => Promise<number>) {
  const all: number[] = []
  for (let round = 0; round < rounds; round++) all.push(await measure())
  return middle(all)
}

/** Milliseconds of some work. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Prints one figure. */
export const show = (name: string, value: number, unit = '') =>
  console.log(`${name.padEnd(46)} ${value.toFixed(value < 10 ? 2 : 1).padStart(8)} ${unit}`)

/** Repeats some work with `width` concurrent workers until the time is over. Gives the rate and the CPU time of each. */
export async function repeated(work: () => Promise<unknown>, { seconds = 4, width = 32 } = {}) {
  let count = 0
  const before = process.cpuUsage()
  const end = Date.now() + seconds * 1000
  const worker = async () => {
    while (Date.now() < end) if ((await work()) !== false) count++
  }
  await Promise.all(Array.from({ length: width }, worker))
  const { user, system } = process.cpuUsage(before)
  return { perSecond: count / seconds, cpuMicros: (user + system) / count }
}

interface Load {
  url: string
  method?: string
  headers?: Record<string, string>
  body?: string
  seconds?: number
}

/** Answered calls per second of a client in another process, and this process's CPU time per call. */
export async function answered(load: Load) {
  const { seconds = 4 } = load
  const before = process.cpuUsage()
  const child = spawn(process.execPath, [import.meta.filename, JSON.stringify({ ...load, seconds })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  await new Promise((done) => child.once('exit', done))
  const { user, system } = process.cpuUsage(before)
  const { count, failed } = JSON.parse(printed) as { count: number; failed: number }
  if (failed) throw new Error(`${failed} calls of ${load.url} failed`)
  return { perSecond: count / seconds, cpuMicros: (user + system) / count }
}

/**
 * An HTTP client in its own process: has 32 open calls until the time is over, and counts the answers. It sends the same
 * bytes again and reads only status and length (RFC 9112 §6), to leave the CPU to the server.
 */
async function load({ url, method = 'GET', headers = {}, body = '', seconds = 4 }: Load) {
  const { hostname, port, pathname, search, host } = new URL(url)
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) })
  const request = Buffer.from(
    `${method} ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
  const end = Date.now() + seconds * 1000
  let count = 0
  let failed = 0
  const caller = () =>
    new Promise<void>((done) => {
      const socket = connect(Number(port), hostname)
      let head = ''
      let left = 0
      const call = () => {
        if (Date.now() >= end) return socket.end()
        head = ''
        return socket.write(request)
      }
      socket.setNoDelay(true)
      socket.on('connect', call)
      socket.on('data', (chunk) => {
        if (left) left -= chunk.length
        else {
          head += chunk.toString('latin1')
          const from = head.indexOf('\r\n\r\n') + 4
          if (from < 4) return
          const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)
          if (!length) throw new Error(`an answer without a length: ${head.slice(0, 200)}`)
          left = Number(length[1]) - (head.length - from)
        }
        if (left) return
        if (head.startsWith('HTTP/1.1 2')) count++
        else failed++
        call()
      })
      socket.on('error', () => failed++)
      socket.on('close', () => done())
    })
  await Promise.all(Array.from({ length: 32 }, caller))
  process.stdout.write(JSON.stringify({ count, failed }))
}

if (import.meta.main) await load(JSON.parse(process.argv[2]!) as Load)
