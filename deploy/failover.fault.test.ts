import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoadedProgram, openLoadedProgram } from '../src/app/testing/faults/loaded-program.ts'
import { openProgram, type Program } from '../src/app/testing/program.ts'
import { Page } from './testing/page.ts'
import { type Cluster, hasCluster, openCluster } from './testing/patroni.ts'

/**
 * The shop on three PostgreSQL under Patroni and etcd, as `deploy/patroni` and docs/failover.md set them up. FAILOVERS is
 * how often each fault happens, STREAMS the number of open pages on two nodes, over the sessions of 100 customers. With
 * more than one fault, and with STREAMS, the figures are printed. The two shops are one after the other: each takes a whole
 * machine.
 */

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 1)
const WRITERS = 4
const STREAMS = Number(process.env['STREAMS'] ?? 1_000)
const PAGE_WRITERS = 50
const CUSTOMERS = 2 * PAGE_WRITERS
/** One for ten pages: a session may have no more than twelve on a node, and all are on one while the other is away. */
const SESSIONS_EACH = Math.ceil(STREAMS / CUSTOMERS / 10)
const PASSWORD = 'Kasuku-7-wanaimba'

interface Customer {
  id: string
  tokens: string[]
}

describe.runIf(await hasCluster())('a shop on three databases under Patroni', () => {
  let cluster: Cluster
  let loaded: LoadedProgram
  let token: string
  const figures: string[] = []
  beforeAll(async () => {
    cluster = await openCluster()
    loaded = await openLoadedProgram('patroni', { DATABASE_URL: cluster.databaseUrl }, async (_, text) =>
      cluster.sql(text),
    )
    const { body } = await loaded.program.call('POST', '/auth/v1/token?grant_type=password', {
      email: 'asha@example.com',
      password: 'Pwani-Mawimbi-4',
    })
    token = body!['access_token']!
  }, 400_000)
  afterAll(async () => {
    await loaded?.close()
    await cluster?.close()
    if (FAILOVERS > 1) process.stdout.write(`${figures.join('\n')}\n`)
  })

  /**
   * Writers that send each call again with its idempotency key until it is answered 201, while `fault` happens. Returns
   * the longest time without an answered write, and fails where one was lost or carried out twice.
   */
  async function write(what: string, fault: () => Promise<void>) {
    let isRunning = true
    let last = performance.now()
    let longest = 0
    const written: string[] = []
    const writer = async () => {
      while (isRunning) {
        const mark = randomUUID()
        for (let status = 0; status !== 201;) {
          status = await fetch(`${loaded.program.address}/api/v1/hosting-requests`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              'idempotency-key': mark,
            },
            body: JSON.stringify({ plan_name: 'Custom Plan', manual_details: mark }),
            signal: AbortSignal.timeout(20_000),
          }).then(
            async (answer) => {
              await answer.arrayBuffer()
              return answer.status
            },
            () => 0,
          )
          if (status !== 201) await sleep(100)
        }
        const now = performance.now()
        longest = Math.max(longest, now - last)
        last = now
        written.push(mark)
      }
    }
    loaded.load.longestMs = 0
    const writers = Array.from({ length: WRITERS }, writer)
    await sleep(1_000)
    await fault()
    await loaded.isBack()
    isRunning = false
    await Promise.all(writers)
    const rows = await cluster.sql<{ mark: string; count: number }>(
      `select details->>'manual_details' as mark, count(*)::int as count from requests
        where details ? 'manual_details' group by 1`,
    )
    const counts = new Map(rows.map(({ mark, count }) => [mark, count]))
    expect(written.filter((mark) => counts.get(mark) !== 1)).toEqual([])
    expect(written.length).toBeGreaterThan(WRITERS)
    figures.push(
      `${what}: ${(longest / 1000).toFixed(1)} s without a write, longest answer ${(loaded.load.longestMs / 1000).toFixed(1)} s, ${written.length} writes, 0 lost, 0 doubled`,
    )
  }

  const rounds = Array.from({ length: FAILOVERS }, (_, at) => at + 1)

  test.each(rounds)('a planned switch, %i', { timeout: 180_000 }, async () => {
    const before = await cluster.primary()
    await write('planned switch', async () => {
      await cluster.follow(' switchover ')
      await cluster.otherPrimary(before)
    })
    await cluster.isWhole()
    expect((await cluster.primary()).name).not.toBe(before.name)
  })

  test.each(rounds)(
    'a primary that is killed with its Patroni and etcd, %i',
    { timeout: 240_000 },
    async () => {
      const before = await cluster.primary()
      await write('primary killed', async () => {
        await before.kill()
        await cluster.otherPrimary(before)
      })
      await before.start()
      await cluster.isWhole()
      expect((await cluster.primary()).name).not.toBe(before.name)
    },
  )

  test.each(rounds)(
    'a primary that is cut off, and comes back as one that was, %i',
    { timeout: 240_000 },
    async () => {
      const before = await cluster.primary()
      await write('primary cut off', async () => {
        await before.freeze()
        await cluster.otherPrimary(before)
        await loaded.isBack()
        await before.thaw()
      })
      await cluster.isWhole()
      expect((await cluster.primary()).name).not.toBe(before.name)
    },
  )

  test.each(rounds)('etcd is lost and comes back, %i', { timeout: 240_000 }, async () => {
    const before = await cluster.primary()
    await write('etcd lost', async () => {
      await cluster.endEtcd()
      await sleep(30_000)
      await cluster.startEtcd()
    })
    await cluster.isWhole()
    expect((await cluster.primary()).name).toBe(before.name)
  })

  test('nothing that was acknowledged is lost, and no call waited for long', async () => {
    await loaded.nothingIsLost()
    expect(await loaded.readyStatus()).toBe(200)
  })

  test(
    'the last of three machines, which was not synchronous, is made the leader',
    { timeout: 240_000 },
    async () => {
      const before = await cluster.list()
      const isLast = ({ name }: { name: string }) =>
        before.some(({ Member, Role }) => Member === name && Role === 'Replica')
      const last = cluster.machines.find(isLast)!
      await Promise.all(cluster.machines.filter((one) => one !== last).map((one) => one.kill()))
      await last.startEtcdAlone()
      const roles = async () => (await cluster.list()).map(({ Role }) => Role)
      await expect.poll(roles, { timeout: 60_000, interval: 500 }).toEqual(['Replica'])
      await cluster.follow(' failover ', last)
      await expect.poll(roles, { timeout: 60_000, interval: 500 }).toEqual(['Leader'])
      await cluster.follow('--force --set synchronous_mode=false', last)
      const names = () => cluster.sql('show synchronous_standby_names')
      await expect.poll(names, { timeout: 60_000 }).toEqual([{ synchronous_standby_names: '' }])
      await write('alone', async () => {})
      expect((await cluster.primary()).name).toBe(last.name)
    },
  )
})

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
    const writers = Array.from({ length: PAGE_WRITERS }, async (_, n) => {
      let turn = 0
      for (let round = 0; isRunning; round++) {
        const { tokens } = customers[n + (round % 2) * PAGE_WRITERS]!
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
    await until(() => written.length > before + 2 * PAGE_WRITERS)
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
      await cluster.follow(' switchover ')
      await cluster.otherPrimary(before)
    })
    expect(written).toBeGreaterThan(3 * PAGE_WRITERS)
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
    expect(written).toBeGreaterThan(3 * PAGE_WRITERS)
    expect(pages.filter(({ lost }) => lost > 0).length).toBeGreaterThan(STREAMS / 4)
    await before.start()
    await cluster.isWhole()
  })
})

async function until(holds: () => boolean) {
  while (!holds()) await sleep(100)
}
