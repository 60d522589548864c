import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LoadedProgram, openLoadedProgram } from '../src/app/testing/faults/loaded-program.ts'
import { type Cluster, hasCluster, openCluster } from './testing/patroni.ts'

/**
 * The shop on three PostgreSQL under Patroni and etcd, as `deploy/patroni` and docs/failover.md set them up. FAILOVERS is
 * how often each fault happens; with more than one the figures are printed.
 */

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 1)
const WRITERS = 4

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
      await cluster.patronictl('switchover', '--master', before.name, '--force', 'kikoa')
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
})
