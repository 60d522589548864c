import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2'
import { createRequire } from 'node:module'
import { connect, createServer, type Socket } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { Agent, fetch as undiciFetch } from 'undici'
import { createAvailability, type Dependencies } from '../src/features/availability/server/availability.ts'
import type { Caller } from '../src/features/availability/server/budget.ts'
import {
  fakeRdap,
  fakeWhois,
  knownTo,
  sayAbsent,
  sayTaken,
  selfSigned,
} from '@kikoa/registry-answers/testing'
import { createTransport } from '../src/features/availability/server/transport.ts'
import { createLog } from '../src/server/log.ts'
import { median, timed } from './measure.ts'

/**
 * Measures how many requests to the registries a search sends one after the other, behind a simulated
 * network with a latency of 80 ms, in another thread. A new connection takes as long once more, as the TCP handshake does.
 */

const ROUND_TRIP_MS = 80
const REGISTRIES = 5
const ROUNDS = 15
const twenty =
  'com net org co info xyz africa app io me tech online store site dev shop blog page cloud live'.split(' ')
const six = twenty.slice(0, 6)

/** All searches are those of one visitor. */
const caller: Caller = { account: '192.0.2.1', kind: 'visitor' }

interface Ports {
  rdap: number[]
  whois: number
  ca: string
}

if (isMainThread) await measure()
else await serve()

/** The thread of the registries. */
async function serve() {
  const certificate = selfSigned()
  const isTaken = (name: string) => name.charCodeAt(0) % 2 === 0
  const rdap: number[] = []
  for (let count = 0; count < REGISTRIES; count++) {
    const server = await fakeRdap(
      (response, name) => (isTaken(name) ? sayTaken(response, name) : sayAbsent(response)),
      certificate,
    )
    rdap.push(await farAway(server.port))
  }
  const whois = await fakeWhois((name, socket) =>
    socket.end(
      isTaken(name)
        ? `Domain Name: ${name}\r\nRegistrar: Some\r\n`
        : `No match for "${name.toUpperCase()}".\r\n`,
    ),
  )
  const ports: Ports = {
    rdap,
    whois: await farAway(Number(whois.server.split(':')[1])),
    ca: certificate.cert,
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(ports)
}

/** A port that forwards to another one with the delay of the network. */
async function farAway(port: number): Promise<number> {
  const server = createServer((near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true })
    near.setNoDelay(true)
    let first = ROUND_TRIP_MS
    carry(near, far, () => {
      const handshake = first
      first = 0
      return handshake + ROUND_TRIP_MS / 2
    })
    carry(far, near, () => ROUND_TRIP_MS / 2)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as { port: number }).port
}

/** Delivers bytes in their order, each after the delay. */
function carry(from: Socket, to: Socket, distance: () => number) {
  let last = 0
  const later = (work: () => void) => {
    const wait = Math.max(performance.now() + distance(), last)
    last = wait
    setTimeout(work, wait - performance.now())
  }
  from.on('data', (part) => later(() => to.writable && to.write(part)))
  from.on('end', () => later(() => to.end()))
  from.on('error', () => to.destroy())
}

async function measure() {
  const worker = new Worker(import.meta.filename)
  const ports = await new Promise<Ports>((done) => worker.once('message', done))
  const base = (at: number) => `https://localhost:${ports.rdap[at % REGISTRIES]}/`
  let round = 0
  const fresh = () => `${round++ % 2 ? 'a' : 'b'}mama${round}`

  const session = connectHttp2(base(0), { ca: ports.ca })
  await get(session, fresh())
  const roundTrip = await median(ROUNDS, () => timed(() => get(session, fresh())))
  session.destroy()
  const rows: { what: string; ms: number; most?: number }[] = [{ what: 'one warm request', ms: roundTrip }]

  const endpoints = twenty.map((ending, at) => [ending, { rdap: base(at), known: [knownTo(ending)] }])
  const kikoa = engine(Object.fromEntries(endpoints), ports.ca)
  const search = (names: string[], label = fresh()) =>
    timed(async () => drain(await kikoa.checkMany(label, names, caller)))
  await search(twenty)
  for (const [names, most] of [
    [six, 1.15 * roundTrip],
    [twenty, 1.5 * roundTrip],
  ] as const)
    rows.push({ what: `Kikoa, ${names.length} names`, ms: await median(ROUNDS, () => search(names)), most })
  await search(twenty, 'bknown')
  const remembered = await median(ROUNDS, () => search(twenty, 'bknown'))
  rows.push({ what: 'Kikoa, remembered, 20 names', ms: remembered, most: 1 })
  await kikoa.stop()

  for (const other of [await rdapper(ports, base), await whoiser(ports)].filter((one) => one !== undefined))
    for (const names of [six, twenty]) {
      const call = () => Promise.all(names.map((ending) => other.call(`${fresh()}.${ending}`)))
      await call()
      rows.push({ what: `${other.name}, ${names.length} names`, ms: await median(5, () => timed(call)) })
    }

  console.table(
    rows.map(({ what, ms, most }) => ({
      what,
      ms: ms.toFixed(ms < 10 ? 2 : 0),
      'requests in sequence': (ms / roundTrip).toFixed(2),
      held: most === undefined ? '' : ms <= most ? 'yes' : `NO, at most ${most.toFixed(0)} ms`,
    })),
  )
  await worker.terminate()
  process.exit(rows.some(({ ms, most = Infinity }) => ms > most) ? 1 : 0)
}

function engine(endpoints: object, ca: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kikoa-bench-'))
  const path = join(folder, 'endpoints.json')
  writeFileSync(path, JSON.stringify(endpoints))
  const world: Partial<Dependencies> = {
    transport: createTransport({ ca }),
    // With the same network delay as the registries.
    nameservers: () => new Promise((done) => setTimeout(() => done([]), ROUND_TRIP_MS)),
  }
  const made = createAvailability(
    {
      config: { AVAILABILITY_ENDPOINTS: path, RATE_LIMIT_SCALE: 1_000 },
      settings: async () => ({}),
      now: () => new Date(),
      log: createLog('silent'),
    },
    world,
  )
  rmSync(folder, { recursive: true })
  return made
}

async function drain(answers: AsyncIterable<{ status: string; name: string }>) {
  for await (const { status, name } of answers)
    if (status !== 'available' && status !== 'taken') throw new Error(`${name} was classified as ${status}`)
}

function get(session: ClientHttp2Session, name: string): Promise<void> {
  return new Promise((done, fail) => {
    const stream = session.request({ ':path': `/domain/${name}.com` })
    stream.resume()
    stream.on('end', done)
    stream.on('error', fail)
    stream.end()
  })
}

interface Other {
  name: string
  call(name: string): Promise<unknown>
}

/** Two other libraries for comparison, where they are installed. */
function installed<T>(name: string): T | undefined {
  try {
    return createRequire(import.meta.url)(name) as T
  } catch {
    console.log(`${name} is not installed and so not measured beside.`)
    return undefined
  }
}

async function rdapper(ports: Ports, base: (at: number) => string): Promise<Other | undefined> {
  const library = installed<{
    lookup(name: string, options: object): Promise<{ ok: boolean; error?: string }>
  }>('rdapper')
  if (!library) return undefined
  const dispatcher = new Agent({ allowH2: true, connect: { ca: ports.ca } })
  const options = {
    rdapOnly: true,
    customBootstrapData: { version: '1.0', services: twenty.map((ending, at) => [[ending], [base(at)]]) },
    customFetch: (url: string, init: object) => undiciFetch(url, { ...init, dispatcher } as never),
  }
  return { name: 'rdapper, warm, in parallel', call: (name) => library.lookup(name, options) }
}

async function whoiser(ports: Ports): Promise<Other | undefined> {
  const library = installed<{ query(options: object): Promise<string> }>('whoiser')
  return (
    library && {
      name: 'whoiser, in parallel',
      call: (query) => library.query({ host: '127.0.0.1', port: ports.whois, query }),
    }
  )
}
