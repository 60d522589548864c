import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openProgram, type Program } from '../src/app/testing/program.ts'
import { type Cluster, hasCluster, openCluster } from './testing/patroni.ts'

/**
 * Two nodes with thousands of open pages and many writers, whose database fails over: no page misses an event. STREAMS is
 * the number of the pages, which are spread over the nodes and over the sessions of 100 customers. With it the figures are
 * printed.
 */

const STREAMS = Number(process.env['STREAMS'] ?? 1_000)
const WRITERS = 50
const CUSTOMERS = 2 * WRITERS
/** One for ten pages: a session may have no more than twelve on a node, and all are on one while the other is away. */
const SESSIONS_EACH = Math.ceil(STREAMS / CUSTOMERS / 10)
const PASSWORD = 'Kasuku-7-wanaimba'

interface Customer {
  id: string
  tokens: string[]
}

/** The live stream of an open page, which opens another one where it ends and goes on after the last event it has. */
class Page {
  readonly customer: string
  readonly received = new Set<number>()
  /** How often its stream was lost. */
  lost = 0
  /** The longest time between two events, in ms. */
  longestMs = 0
  lastAt = 0
  isOpen = false
  readonly #token: string
  readonly #address: () => string
  #last = ''
  #socket: Socket | undefined
  #isClosed = false
  #failures = 0

  /** @param address of the node for the next stream */
  constructor(customer: string, token: string, address: () => string) {
    this.customer = customer
    this.#token = token
    this.#address = address
    this.#open()
  }

  #open() {
    const { hostname, port } = new URL(this.#address())
    const socket = connect(Number(port), hostname)
    this.#socket = socket
    const resumes = this.#last && `last-event-id: ${this.#last}\r\n`
    socket.write(
      `GET /api/v1/live HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${this.#token}\r\n${resumes}\r\n`,
    )
    let rest = ''
    let id = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (line.startsWith('id: ')) id = line.slice(4)
        else if (line.startsWith('event: all')) throw new Error('more events than a stream resumes with')
        else if (line.startsWith('data: ')) {
          this.isOpen = true
          this.#failures = 0
          const event = JSON.parse(line.slice(6)) as { id?: number }
          if (event.id) this.#receive(event.id)
          this.#last = id
        }
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      const wasOpen = this.isOpen
      this.isOpen = false
      if (this.#isClosed) return
      if (wasOpen) this.lost++
      // As the browser's client does.
      const longest = Math.min(15_000, 300 * 2 ** ++this.#failures)
      setTimeout(() => this.#open(), longest * (0.5 + Math.random() / 2))
    })
  }

  #receive(id: number) {
    const now = performance.now()
    if (this.lastAt) this.longestMs = Math.max(this.longestMs, now - this.lastAt)
    this.lastAt = now
    this.received.add(id)
  }

  close() {
    this.#isClosed = true
    this.#socket!.destroy()
  }
}

describe.runIf(await hasCluster())('pages and writers on two nodes, whose database fails over', () => {
  let cluster: Cluster
  let nodes: Program[]
  let processes: ChildProcess[]
  let customers: Customer[]
  let pages: Page[] = []
  const figures: string[] = []
  beforeAll(async () => {
    cluster = await openCluster()
    const env = { DATABASE_URL: cluster.databaseUrl }
    const first = await openProgram('first', env)
    // The nodes share the folder, as docs/two-nodes.md says.
    nodes = [first, await openProgram('second', { ...env, DATA_DIR: first.folder })]
    processes = []
    for (const node of nodes) processes.push(await node.start())
    await cluster.sql(`insert into settings (key, value) values ('requests.mostOpen', 'null')`)
    // One hash of a password at a time and processor.
    customers = []
    while (customers.length < CUSTOMERS)
      customers.push(...(await Promise.all([0, 1].map((n) => signUp(customers.length + n)))))
    pages = Array.from({ length: STREAMS }, (_, n) => {
      const { id, tokens } = customers[n % customers.length]!
      let turn = Math.floor(n / customers.length)
      const session = Math.floor(turn / nodes.length) % SESSIONS_EACH
      return new Page(id, tokens[session]!, () => nodes[turn++ % nodes.length]!.address)
    })
    await until(() => pages.every(({ isOpen }) => isOpen))
  }, 600_000)
  afterAll(async () => {
    for (const page of pages) page.close()
    for (const node of (nodes ?? []).toReversed()) await node.close()
    await cluster?.close()
    if (process.env['STREAMS']) process.stdout.write(`${figures.join('\n')}\n`)
  })

  async function signUp(n: number): Promise<Customer> {
    const account = { email: `customer-${n}@example.com`, password: PASSWORD }
    const data = { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '+255712345678' }
    const { body } = await nodes[0]!.call('POST', '/auth/v1/signup', { ...account, data })
    const tokens = [body!['access_token']!]
    while (tokens.length < SESSIONS_EACH) {
      const { body: more } = await nodes[1]!.call('POST', '/auth/v1/token?grant_type=password', account)
      tokens.push(more!['access_token']!)
    }
    return { id: (body!['user'] as unknown as { id: string }).id, tokens }
  }

  /**
   * Each of the writers writes once a second, for two customers and to both nodes in turn, until it is answered, while
   * `fault` happens. Fails where a
   * write is lost or done twice, or where a page does not get every event of its customer.
   */
  async function write(what: string, fault: () => Promise<void>) {
    for (const page of pages) page.lastAt = page.longestMs = page.lost = 0
    const [mark] = await cluster.sql<{ id: number }>(`select coalesce(max(id), 0)::int as id from events`)
    let isRunning = true
    const written: string[] = []
    const writers = Array.from({ length: WRITERS }, async (_, n) => {
      let turn = 0
      for (let round = 0; isRunning; round++) {
        const { tokens } = customers[n + (round % 2) * WRITERS]!
        const detail = randomUUID()
        const send = () =>
          nodes[turn++ % nodes.length]!.call(
            'POST',
            '/api/v1/hosting-requests',
            { plan_name: 'Custom Plan', manual_details: detail },
            { authorization: `Bearer ${tokens[0]}`, 'idempotency-key': detail },
          ).catch(() => undefined)
        while ((await send())?.status !== 201) await sleep(200)
        written.push(detail)
        await sleep(1_000)
      }
    })
    await sleep(3_000)
    await fault()
    for (const node of nodes) await node.ready()
    const before = written.length
    await until(() => written.length > before + 2 * WRITERS)
    isRunning = false
    await Promise.all(writers)

    const rows = await cluster.sql<{ detail: string }>(
      `select details->>'manual_details' as detail from requests where details ? 'manual_details'`,
    )
    const counts = Map.groupBy(rows, ({ detail }) => detail)
    expect(written.filter((detail) => counts.get(detail)?.length !== 1)).toEqual([])
    const events = await cluster.sql<{ id: number; user_id: string }>(
      `select id::int, user_id from events where id > ${mark!.id} and user_id is not null and not for_admins`,
    )
    expect(events.length).toBeGreaterThanOrEqual(written.length)
    const ofCustomer = Map.groupBy(events, (event) => event.user_id)
    const missing = () =>
      pages.flatMap(({ customer, received }) =>
        ofCustomer.get(customer)!.filter(({ id }) => !received.has(id)),
      )
    // Those that were written last may be on their way.
    for (let waits = 0; waits < 100 && missing().length; waits++) await sleep(100)
    expect(missing()).toEqual([])
    const received = pages.map((page) => ofCustomer.get(page.customer)!.length)
    const gaps = pages.map(({ longestMs }) => longestMs).toSorted((a, b) => a - b)
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    figures.push(
      `${what}: ${written.length} writes, 0 lost, 0 doubled; ${received.reduce((sum, count) => sum + count)} events received, 0 missing; ` +
        `${pages.filter(({ lost }) => lost).length} of ${STREAMS} streams were lost; between two events at most ${seconds(gaps[STREAMS >> 1]!)} for half of the pages, ${seconds(gaps.at(-1)!)} for all`,
    )
    return written.length
  }

  test('a planned switch', { timeout: 300_000 }, async () => {
    const before = await cluster.primary()
    const written = await write('planned switch', async () => {
      await cluster.patronictl('switchover', '--master', before.name, '--force', 'kikoa')
      await cluster.otherPrimary(before)
    })
    expect(written).toBeGreaterThan(3 * WRITERS)
    await cluster.isWhole()
  })

  test('a primary that is killed together with one of the nodes', { timeout: 600_000 }, async () => {
    const before = await cluster.primary()
    const written = await write('primary and node killed', async () => {
      await Promise.all([before.kill(), nodes[0]!.kill(processes[0]!)])
      await cluster.otherPrimary(before)
      processes[0] = await nodes[0]!.start()
      await until(() => pages.every(({ isOpen }) => isOpen))
    })
    expect(written).toBeGreaterThan(3 * WRITERS)
    expect(pages.filter(({ lost }) => lost > 0).length).toBeGreaterThan(STREAMS / 4)
    await before.start()
    await cluster.isWhole()
  })
})

async function until(holds: () => boolean) {
  while (!holds()) await sleep(100)
}
