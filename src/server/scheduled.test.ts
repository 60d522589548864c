import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Database } from './database/database.ts'
import { type FreshDatabase, freshDatabase } from './database/testing/cluster.ts'
import { createLog } from './log.ts'
import { StartError } from './start-error.ts'
import { backupName, folderTarget, removeOld, writeWholeFile } from '@kikoa/postgres/backup'
import { backupAge, scheduledBackup } from './scheduled-backup.ts'

let fresh: FreshDatabase
let database: Database
let folder: string
beforeAll(async () => {
  fresh = await freshDatabase()
  database = new Database(fresh.owner, () => {})
  folder = await mkdtemp(join(tmpdir(), 'kikoa-scheduled-'))
})
beforeEach(() => database.pool.query('delete from backups'))
afterAll(async () => {
  await database.end()
  await fresh.drop()
  await rm(folder, { recursive: true })
})

const written = (hoursAgo: number, { location = '/backups', scheduled = true } = {}) =>
  database.pool.query(
    `insert into backups (id, location, name, scheduled, sealed, bytes, taken_at)
     values (gen_random_uuid(), $1, 'x', $2, true, 1, now() - $3 * interval '1 hour')`,
    [location, scheduled, hoursAgo],
  )
const lines: string[] = []
const log = createLog('warn', { write: (line) => void lines.push(line) })
async function runs(everyHours = 24, isSealed = true) {
  const write = vi.fn<() => Promise<void>>(async () => {})
  await scheduledBackup(database, log, { location: '/backups', everyHours, isSealed, write }).run()
  return write.mock.calls.length
}

test('a backup is written when the last scheduled one at this place is old enough', async () => {
  expect(await runs()).toBe(1)
  await written(23.5)
  expect(await runs()).toBe(0)
  expect(await runs(23)).toBe(1)
  await database.pool.query('delete from backups')
  await written(24)
  expect(await runs()).toBe(1)
})

test('a backup from the shell, or at another place, replaces none of the schedule', async () => {
  await written(1, { scheduled: false })
  await written(1, { location: '/elsewhere' })
  expect(await runs()).toBe(1)
})

test('a warning says that backups are not sealed', async () => {
  await runs()
  expect(lines).toEqual([])
  await runs(24, false)
  expect(lines.join()).toMatch(/not sealed, and hold everything/)
})

test('the age is that of the newest backup, and -1 without one', async () => {
  expect(await backupAge(database)).toBe(-1)
  await written(5)
  await written(2, { scheduled: false })
  expect(Math.round(await backupAge(database))).toBe(7200)
})

test('the newest backups are retained, and other files', async () => {
  const place = join(folder, 'old')
  const target = folderTarget(place)
  const names = Array.from({ length: 5 }, (_, day) =>
    backupName(new Date(Date.UTC(2026, 10, 20 + day, 7, 3, 9, 5))),
  )
  expect(names[0]).toBe('kikoa-2026-11-20T070309Z.backup')
  for (const name of names.toReversed())
    await target.store(name, async (out) => {
      await new Promise((done) => out.end('x', () => done(undefined)))
      return {}
    })
  await writeFile(join(place, 'kikoa-mine.backup'), '')
  expect(await removeOld(target, 2)).toEqual(names.slice(0, 3).toReversed())
  expect((await readdir(place)).sort()).toEqual([...names.slice(3), 'kikoa-mine.backup'])
  expect((await stat(join(place, names[4]!))).mode & 0o777).toBe(0o600)
  expect((await stat(place)).mode & 0o777).toBe(0o700)
})

test('an unfinished file has another name, and the next backup removes those of dead processes', async () => {
  const place = join(folder, 'unfinished')
  await mkdir(place)
  const dead = `.a.partial-${hostname()}-4194301`
  const elsewhere = '.b.partial-elsewhere-1'
  const old = '.c.partial-elsewhere-1'
  const alive = `.d.partial-${hostname()}-1`
  for (const name of [dead, elsewhere, old, alive]) await writeFile(join(place, name), '')
  await utimes(join(place, old), 0, 0)
  let during: string[] = []
  await writeFile(join(place, 'whole'), 'before')
  const writing = (fails: boolean) =>
    writeWholeFile(join(place, 'whole'), async (out) => {
      await new Promise((done) => out.end('after', () => done(undefined)))
      during = await readdir(place)
      expect(await readFile(join(place, 'whole'), 'utf8')).toBe('before')
      if (fails) throw new Error('no')
      return {}
    })
  await expect(writing(true)).rejects.toThrow('no')
  expect((await readdir(place)).sort()).toEqual([elsewhere, alive, 'whole'])
  expect(await writing(false)).toEqual({ bytes: 5 })
  expect(during.sort()).toEqual([elsewhere, alive, `.whole.partial-${hostname()}-${process.pid}`, 'whole'])
  expect(await readFile(join(place, 'whole'), 'utf8')).toBe('after')
})

test('a place that can not be written is a sentence', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  await chmod(file, 0o600)
  const store = folderTarget(join(file, 'below')).store('x', async () => ({}))
  await expect(store).rejects.toThrow(StartError)
  await expect(store).rejects.toThrow(/of BACKUP_TO can't be made: ENOTDIR/)
})
