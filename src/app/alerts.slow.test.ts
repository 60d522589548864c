import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './testing/free-port.ts'
import { hasProgram } from './testing/debian-package.ts'
import { openShop, type Shop } from './testing/shop.ts'

const folder = resolve(import.meta.dirname, '../../deploy/prometheus')
const isHere = await hasProgram('promtool', 'prometheus')

/** The alert rules of the file: name and query. */
const rules = [
  ...(await readFile(join(folder, 'alerts.yaml'), 'utf8')).matchAll(
    /- alert: (\w+)\n\s+expr: (?:>-\n((?:\s{10}.+\n)+)|(.+)\n)/g,
  ),
].map(([, name, folded, plain]) => ({ name: name!, query: (folded ?? plain!).replace(/\s+/g, ' ').trim() }))

describe.runIf(isHere)('the alert rules', () => {
  let shop: Shop
  let prometheus: ChildProcess
  let address: string
  let data: string
  beforeAll(async () => {
    shop = await openShop({ env: { HOST: '127.0.0.1' } })
    data = await mkdtemp(join(tmpdir(), 'kikoa-prometheus-'))
    const port = await freePort()
    address = `http://127.0.0.1:${port}`
    const target = new URL(shop.nodes[0]!.address).host
    const sample = await readFile(join(folder, 'prometheus.yaml'), 'utf8')
    const config = sample
      .replace('127.0.0.1:3000', target)
      .replace('scrape_interval: 15s', 'scrape_interval: 1s')
    await writeFile(join(data, 'prometheus.yaml'), config)
    await copyFile(join(folder, 'alerts.yaml'), join(data, 'alerts.yaml'))
    prometheus = spawn('prometheus', [
      `--config.file=${join(data, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(data, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ])
  })
  afterAll(async () => {
    const ended = new Promise((done) => prometheus.once('exit', done))
    prometheus.kill()
    await ended
    await shop.close()
    await rm(data, { recursive: true })
  })

  /** The number of series that a query gives. */
  async function series(query: string): Promise<number> {
    const answer = await fetch(`${address}/api/v1/query?${new URLSearchParams({ query }).toString()}`)
    const {
      status,
      error,
      data: found,
    } = (await answer.json()) as {
      status: string
      error?: string
      data: { result: unknown[] }
    }
    if (status !== 'success') throw new Error(`${query}: ${error}`)
    return found.result.length
  }

  test('are valid', async () => {
    for (const [command, file] of [
      ['rules', 'alerts.yaml'],
      ['config', 'prometheus.yaml'],
    ] as const)
      await promisify(execFile)('promtool', ['check', command, join(folder, file)])
    expect(rules.length).toBeGreaterThan(10)
  })

  test('are asked of a node that Prometheus reads', async () => {
    await expect.poll(() => series('up{job="kikoa"} == 1').catch(() => 0)).toBe(1)
    // The jobs of a new shop have not run yet.
    await shop.sql('update jobs set succeeded_at = now()')
    // Rates need two samples of each counter.
    const body = { email: 'nobody@example.com', password: 'Wrong-password-9' }
    await shop.visitor('POST', '/auth/v1/token?grant_type=password', body)
    await expect.poll(() => series('rate(kikoa_http_seconds_count{route="/auth/v1/token"}[5m])')).toBe(1)
  })

  test.each(rules)(
    '$name asks for metrics that a node has, and is silent on a healthy one',
    async ({ name, query }) => {
      for (const [metric] of query.matchAll(/\bkikoa_\w+|\bup\b/g))
        expect([metric, (await series(metric)) > 0]).toEqual([metric, true])
      // A shop without any backup is the one thing that is wrong here.
      expect([name, await series(query)]).toEqual([name, name === 'KikoaBackupLate' ? 1 : 0])
    },
  )
})
