import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { GoTrueClient } from '@supabase/auth-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GOOD } from '@kikoa/auth/testing'
import { readArchive } from '@kikoa/postgres/backup'
import { startEmbedded } from '@kikoa/postgres'
import { serverPid, stopServer, withClient } from '@kikoa/postgres/testing'
import { runCommand, startCommand } from './testing/backup-program.ts'
import { openProgram, type Program } from './testing/program.ts'

/** Backups of a shop under load, restored elsewhere, and everything that may break in the middle. */

/** `BACKUP_ROUNDS=100 npm run test:faults -- backup` takes some minutes. */
const ROUNDS = Number(process.env['BACKUP_ROUNDS'] ?? 4)
const quiet = { info() {}, warn() {} }
const asha = { email: 'asha@example.com', password: GOOD }
const data = { full_name: 'Asha Mwangi', country: 'TZ', phone_number: '0712345678' }

let folder: string
let shop: Program
let headers: Record<string, string>
let secret: string
let steps = -1
const code = () =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps++ * 30_000 })
const clientOf = ({ address }: Program) =>
  new GoTrueClient({ url: `${address}/auth/v1`, persistSession: false, autoRefreshToken: false })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-backup-faults-'))
  await chmod(folder, 0o711)
  shop = await openProgram('backup-faults')
  await shop.start()
  await shop.sql(`insert into settings (key, value) values ('requests.mostOpen', 'null')`)
  const client = clientOf(shop)
  await client.signUp({ ...asha, options: { data } })
  const enrolled = await client.mfa.enroll({ factorType: 'totp' })
  const { id, totp } = enrolled.data as { id: string; totp: { secret: string } }
  secret = totp.secret
  await client.mfa.challengeAndVerify({ factorId: id, code: code() })
  const { data: now } = await client.getSession()
  headers = { authorization: `Bearer ${now.session!.access_token}` }
}, 120_000)
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Customers who write without a pause. @returns the ids of acknowledged requests, and what ends it. */
function startWriters() {
  const acknowledged = new Set<string>()
  let isRunning = true
  const writers = Array.from({ length: 4 }, async () => {
    while (isRunning) {
      const input = { plan_name: 'Basic', billing_period: 'monthly' }
      const { status, body } = await shop.call('POST', '/api/hosting-requests', input, headers)
      if (status === 201) acknowledged.add(body!['id']!)
      await sleep(50)
    }
  })
  const stop = async () => {
    isRunning = false
    await Promise.all(writers)
  }
  return { acknowledged, stop }
}

const queryIn = async <Row extends object>(dataDir: string, text: string): Promise<Row[]> => {
  const { config, stop } = await startEmbedded({ dataDir, log: quiet })
  try {
    return (await withClient(config, (client) => client.query<Row>(text))).rows
  } finally {
    await stop()
  }
}

test(`${ROUNDS} backups under load, restored elsewhere, hold every request that was acknowledged before`, async () => {
  const { acknowledged, stop } = startWriters()
  const file = join(folder, 'load.backup')
  const dataDir = join(folder, 'load')
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const size = acknowledged.size
      while (acknowledged.size < size + 5) await sleep(5)
      const before = [...acknowledged]
      expect(await runCommand(['backup', file], { DATA_DIR: shop.folder })).toMatchObject({ code: 0 })
      const restored = await runCommand(['restore', file], { DATA_DIR: dataDir })
      expect([round, restored]).toMatchObject([round, { code: 0 }])
      expect(restored.out).toMatch(/opens the one second factor/)
      expect(restored.out).toMatch(/The audit log holds/)
      const rows = await queryIn<{ id: string }>(dataDir, 'select id from requests')
      const found = new Set(rows.map(({ id }) => id))
      expect([round, before.filter((id) => !found.has(id))]).toEqual([round, []])
      // One moment: a request has its event and its audit row, which the same transaction has written.
      const halves = await queryIn(
        dataDir,
        `select id from requests r where not exists (select from events where entity_id = r.id)
            or not exists (select from audit_log where entity_id = r.id::text and action = 'request.submitted')
         union all select entity_id from events e where type = 'request.submitted' and not exists (select from requests where id = e.entity_id)`,
      )
      expect([round, halves]).toEqual([round, []])
      if (round < ROUNDS - 1) await rm(dataDir, { recursive: true })
    }
  } finally {
    await stop()
  }

  const other = await openProgram('backup-restored', { DATA_DIR: dataDir })
  try {
    await other.start()
    const client = clientOf(other)
    expect((await client.signInWithPassword(asha)).error).toBeNull()
    const { data: factors } = await client.mfa.listFactors()
    const verified = await client.mfa.challengeAndVerify({ factorId: factors!.totp[0]!.id, code: code() })
    expect(verified.error).toBeNull()
  } finally {
    await other.close()
  }
}, 3_600_000)

describe('in the middle', () => {
  const partials = async (at: string) => (await readdir(at)).filter((name) => name.includes('.partial-'))
  /** Reads to the end, which throws for a file that is not whole. */
  const isWhole = async (file: string) => {
    for await (const _ of readArchive(file, {}));
  }
  let whole: string
  beforeAll(async () => {
    // Random text, so that it is not small in the file.
    await shop.sql(
      `insert into events (type, topics, data) select 'x', '{}', jsonb_build_object('text', (select string_agg(md5(random()::text || m || n), '') from generate_series(1, 20) m))
       from generate_series(1, 30000) n`,
    )
    whole = join(folder, 'whole.backup')
    await runCommand(['backup', whole], { DATA_DIR: shop.folder })
  }, 120_000)

  test('kill -9 of a backup leaves no file of that name, and the next backup clears up', async () => {
    const place = join(folder, 'killed')
    await mkdir(place)
    const file = join(place, 'a.backup')
    let killed = 0
    for (let after = 250; after <= 2_250; after += 250) {
      const { child, ended } = startCommand(['backup', file], { DATA_DIR: shop.folder })
      await sleep(after)
      child.kill('SIGKILL')
      const { code: exit } = await ended
      if (exit === null) killed++
      const names = await readdir(place)
      if (names.includes('a.backup')) await isWhole(file)
      else expect(names.length).toBeLessThanOrEqual(1)
      await rm(file, { force: true })
    }
    expect(killed).toBeGreaterThan(2)
    expect(await runCommand(['backup', file], { DATA_DIR: shop.folder })).toMatchObject({ code: 0 })
    await isWhole(file)
    expect(await partials(place)).toEqual([])
  }, 120_000)

  test('kill -9 of a restore leaves a folder that no program opens, or a whole shop', async () => {
    const [expected] = await shop.sql('select count(*)::int as it from events')
    let interrupted = 0
    for (const after of [null, 0, 100, 300, 600, 1_000, 1_500]) {
      const dataDir = join(folder, 'restore-killed')
      const { child, ended } = startCommand(['restore', whole], { DATA_DIR: dataDir })
      // Before it has begun, or some time after that.
      if (after === null) await sleep(200)
      else {
        await expect.poll(() => readdir(dataDir).catch(() => []), { interval: 10 }).toContain('restoring')
        await sleep(after)
      }
      child.kill('SIGKILL')
      await ended
      const names: string[] = await readdir(dataDir).catch(() => [])
      if (names.includes('restoring')) {
        interrupted++
        const again = await runCommand(['restore', whole], { DATA_DIR: dataDir })
        expect(again).toMatchObject({ code: 1, err: expect.stringContaining('was interrupted') })
        const program = await openProgram('interrupted', { DATA_DIR: dataDir })
        await expect(program.start()).rejects.toThrow(/was interrupted/)
        await program.close()
      } else if (names.length) {
        const rows = await queryIn<{ it: number }>(dataDir, 'select count(*)::int as it from events')
        expect(rows[0]!.it).toBeLessThanOrEqual(expected!.it)
        expect(rows[0]!.it).toBeGreaterThanOrEqual(30_000)
      }
      if (names.length) await stopServer(dataDir)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
    expect(interrupted).toBeGreaterThan(1)
  }, 180_000)

  test('a stopped backup or restore clears up by itself', async () => {
    const place = join(folder, 'stopped')
    await mkdir(place)
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      for (const args of [
        ['backup', join(place, 'a.backup')],
        ['restore', whole],
        ['backup', 'verify', whole],
      ]) {
        const DATA_DIR = args[0] === 'restore' ? join(place, 'data') : shop.folder
        const { child, ended } = startCommand(args, { DATA_DIR, TMPDIR: place })
        // Its first file shows that it has begun.
        await expect.poll(() => readdir(place), { interval: 10 }).not.toEqual([])
        await sleep(args.length === 2 && args[0] === 'backup' ? 0 : 500)
        child.kill(signal)
        const { code: exit, err } = await ended
        if (exit === 0)
          await rm(args[0] === 'restore' ? DATA_DIR : args.at(-1)!, { recursive: true, force: true })
        else expect([args, exit, err]).toEqual([args, 1, 'It was stopped, and nothing is left of it.\n'])
        expect([args, await readdir(place)]).toEqual([args, []])
      }
  }, 180_000)

  test('a database that dies leaves no file', async () => {
    const file = join(folder, 'lost.backup')
    let refused = 0
    for (const after of [0, 100, 300, 600]) {
      const { ended } = startCommand(['backup', file], { DATA_DIR: shop.folder })
      // Its first file shows that it has begun.
      await expect.poll(() => partials(folder), { interval: 10 }).not.toEqual([])
      await sleep(after)
      const pid = await serverPid(shop.folder)
      process.kill(pid!, 'SIGKILL')
      const { code: exit, err } = await ended
      if (exit !== 0) {
        refused++
        expect(await readdir(folder)).not.toContain('lost.backup')
        expect(err).not.toMatch(/^ {4}at /m)
      } else await isWhole(file)
      expect(await partials(folder)).toEqual([])
      await rm(file, { force: true })
      await shop.ready()
    }
    expect(refused).toBeGreaterThan(0)
  }, 180_000)

  test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
    'a full disk leaves no file, and no half of a shop',
    async () => {
      const disk = join(folder, 'disk')
      await mkdir(disk)
      const withDisk = async (size: string, work: () => Promise<void>) => {
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=711`, 'tmpfs', disk])
        try {
          await work()
        } finally {
          execFileSync('umount', ['-l', disk])
        }
      }
      await withDisk('2m', async () => {
        const made = await runCommand(['backup', join(disk, 'a.backup')], { DATA_DIR: shop.folder })
        expect(made).toMatchObject({
          code: 1,
          out: '',
          err: expect.stringMatching(/can't be written: ENOSPC.*\.\n$/),
        })
        expect(await readdir(disk)).toEqual([])
      })
      for (const size of ['1m', '20m', '70m'])
        await withDisk(size, async () => {
          const dataDir = join(disk, 'data')
          const restored = await runCommand(['restore', whole], { DATA_DIR: dataDir })
          expect([size, restored]).toMatchObject([size, { code: 1, out: '' }])
          expect([size, restored.err]).not.toEqual([size, expect.stringMatching(/^ {4}at /m)])
          expect([size, await readdir(disk)]).toEqual([size, []])
        })
    },
    120_000,
  )
})
