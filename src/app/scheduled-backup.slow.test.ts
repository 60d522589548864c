import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, runServer, tenant } from '@kikoa/postgres/testing'
import { isBackupName, readArchive } from '@kikoa/postgres/backup'
import { runCommand } from './testing/backup-program.ts'
import { openProgram, type Program } from './testing/program.ts'

/** Scheduled backups of a serving shop. */

let folder: string
let shop: Program
let server: ChildProcess
const env = () => ({ BACKUP_TO: folder, BACKUP_KEEP: '1', LOG_LEVEL: 'warn' })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-scheduled-'))
  await chmod(folder, 0o711)
  shop = await openProgram('scheduled', env())
  server = await shop.start()
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** A place for a verification, on the server of the run. */
const scratch = async () => ({
  DATABASE_URL: addressOf(await tenant(runServer, 'createrole createdb')),
  DATA_DIR: join(folder, 'unused'),
})
/** Makes the job due, as if the last backup were older than BACKUP_EVERY. */
async function makeDue() {
  await shop.sql(`update backups set taken_at = taken_at - interval '1 day'`)
  await shop.sql(`update jobs set due_at = now() where name = 'backup'`)
}
const backups = async () => (await readdir(folder)).filter(isBackupName).sort()
const metric = async () => {
  const text = await (await fetch(`${shop.address}/metrics`)).text()
  return Number(/^kikoa_backup_age_seconds (.*)$/m.exec(text)?.[1])
}
/** Whether the process is a program of Kikoa that still runs. */
const runsProgram = (pid: string) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (line) => line.includes('src/app/'),
    () => false,
  )
const countWritten = async () => Number((await shop.sql('select count(*) as it from backups'))[0]!.it)

test('a due backup is written by the server, noted, and replaces the oldest', async () => {
  expect(await metric()).toBe(-1)
  for (let round = 1; round <= 2; round++) {
    await makeDue()
    await expect.poll(countWritten).toBe(round)
  }
  await expect.poll(async () => (await backups()).length).toBe(1)
  expect(await metric()).toBeLessThan(60)
  const [row] = await shop.sql('select * from backups order by taken_at desc limit 1')
  const names = await backups()
  expect(row).toMatchObject({ location: folder, name: names[0], scheduled: true, sealed: false })
  expect(Number(row!.bytes)).toBeGreaterThan(1000)
  const entries: string[] = []
  for await (const { name } of readArchive(join(folder, names[0]!), {})) entries.push(name)
  expect(entries).toContain('counts.json')
  // It is a backup like any other.
  expect(await runCommand(['backup', 'verify', join(folder, names[0]!)], await scratch())).toMatchObject({
    code: 0,
  })
})

test('nothing is written before the time, and one from the shell does not count', async () => {
  const before = await backups()
  const file = join(folder, 'mine.backup')
  expect(await runCommand(['backup', file], { DATA_DIR: shop.folder })).toMatchObject({ code: 0 })
  const due = `select due_at > now() + interval '5 minutes' as it from jobs where name = 'backup'`
  await shop.sql(`update jobs set due_at = now() where name = 'backup'`)
  await expect.poll(async () => (await shop.sql(due))[0]!.it).toBe(true)
  expect(await backups()).toEqual(before)
  expect(await shop.sql(`select name from backups where not scheduled`)).toEqual([{ name: 'mine.backup' }])
})

test('backups inside of the data folder hold no other backup', async () => {
  const place = join(shop.folder, 'backups')
  const settings = { DATA_DIR: shop.folder, BACKUP_TO: place }
  let names: string[] = []
  // A name has the second of its backup: two of one second are one file.
  while (names.length < 2) {
    expect(await runCommand(['scheduled'], settings)).toMatchObject({ code: 0 })
    names = (await readdir(place)).sort()
  }
  for await (const { name } of readArchive(join(place, names[1]!), {}))
    expect(name).not.toMatch(/^files\/backups/)
  await rm(place, { recursive: true })
})

test('a backup is stored in a bucket, from which it is restored', async () => {
  const directory = join(folder, 's3')
  const s3 = new S3rver({
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'shop', configs: [] }],
  })
  const { port } = await s3.run()
  const location = 's3://shop/nightly'
  const settings = {
    DATA_DIR: shop.folder,
    BACKUP_TO: location,
    BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    BACKUP_S3_ACCESS_KEY_ID: 'S3RVER',
    BACKUP_S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
  try {
    expect(await runCommand(['scheduled'], settings)).toMatchObject({ code: 0, err: '' })
    const [row] = await shop.sql('select name from backups where location = $1', [location])
    const object = await fetch(`http://127.0.0.1:${port}/shop/nightly/${row!.name}`)
    const file = join(folder, 'downloaded')
    await writeFile(file, Buffer.from(await object.arrayBuffer()))
    expect(await runCommand(['backup', 'verify', file], await scratch())).toMatchObject({ code: 0 })
    const wrong = await runCommand(['scheduled'], { ...settings, BACKUP_S3_ACCESS_KEY_ID: 'nobody' })
    expect(wrong).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^s3:.* refuses the POST with 403 .*\n$/),
    })
  } finally {
    await s3.close()
  }
})

test('a server that is killed takes its backup along, and the next one clears up', async () => {
  await makeDue()
  await expect
    .poll(async () => (await readdir(folder)).some((name) => name.includes('.partial-')), { interval: 5 })
    .toBe(true)
  const before = await backups()
  const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
  await shop.kill(server)
  // The children end at the closed channel. The backup may have been done already.
  for (const pid of children.trim().split(' ')) await expect.poll(() => runsProgram(pid)).toBe(false)
  expect([0, 1]).toContain((await backups()).length - before.length)
  server = await shop.start()
  const count = await countWritten()
  await makeDue()
  await expect.poll(countWritten).toBe(count + 1)
  await expect
    .poll(async () => (await readdir(folder)).filter((name) => name.includes('.partial-')))
    .toEqual([])
})
