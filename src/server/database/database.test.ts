import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { Refused } from '../../shared/refusal.ts'
import { Connections, kyselyOver } from '@kikoa/postgres'
import { Database, type Transaction, Unavailable } from './database.ts'
import { callerContext } from '../http/context.ts'
import { Standby } from './standby.ts'
import type { Tables } from './tables.ts'
import { freshDatabase, type FreshDatabase } from './testing/cluster.ts'

let fresh: FreshDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = new Database({ ...fresh.owner, max: 8 }, () => {})
  await database.pool.query('create table marks (mark text)')
  await database.pool.query(`grant insert on marks to ${fresh.roles.service}`)
})
afterAll(async () => {
  await database.end()
  await fresh.drop()
})

const marks = async () => (await database.pool.query('select mark from marks')).rows
const unhandled: unknown[] = []
process.on('unhandledRejection', (reason) => unhandled.push(reason))

test('nothing runs behind a transaction that was refused: it would run as the owner, for good', async () => {
  const mark = sql`insert into marks values ('late')`
  const own = new Database({ ...fresh.owner, max: 8 }, () => {})
  const refused = Array.from({ length: 8 }, () =>
    own.write('service', async ({ db }) => {
      await Promise.all([
        sql`select pg_sleep(0.05)`.execute(db),
        mark.execute(db),
        mark.execute(db),
        Promise.reject(new Refused('NOT_FOUND')),
      ])
    }),
  )
  for (const { status } of await Promise.allSettled(refused)) expect(status).toBe('rejected')
  // Its connections have done all that they were sent.
  await own.end()
  expect(await marks()).toEqual([])
})

test('of several queries the first that fails is the cause, whichever is looked at', async () => {
  const work = database.write('service', async ({ db }) => {
    const failing = sql`select 1 / 0`.execute(db)
    const behind = sql`select 1`.execute(db)
    await expect(behind).rejects.toThrow(/division by zero/)
    await failing
  })
  await expect(work).rejects.toThrow(/division by zero/)
})

test('an error that the work swallows is no commit', async () => {
  const work = database.write('service', async ({ db }) => {
    await sql`insert into marks values ('lost')`.execute(db)
    await sql`select 1 / 0`.execute(db).catch(() => {})
  })
  await expect(work).rejects.toThrow(/division by zero/)
  expect(await marks()).toEqual([])
})

test('a list of values may be empty', async () => {
  const ids: string[] = []
  const rows = await database.read('service', ({ db }) =>
    db.selectFrom('profiles').select('id').where('id', 'in', ids).execute(),
  )
  expect(rows).toEqual([])
})

test('a session that is terminated under 8 reads is refused as unavailable, and nothing is left unobserved', async () => {
  const ended = new Database({ ...fresh.owner, max: 8 }, () => {})
  const reads = Array.from({ length: 8 }, () =>
    ended.read('service', async ({ db }) => {
      await Promise.all([sql`select pg_sleep(20)`.execute(db), sql`select 1`.execute(db)])
    }),
  )
  const killing = (async () => {
    const other = new Database({ ...fresh.owner, max: 1 }, () => {})
    const terminate = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`
    let killed = 0
    while (killed < 8) killed += (await other.pool.query(terminate)).rowCount ?? 0
    await other.end()
  })()
  for (const read of await Promise.allSettled(reads))
    expect(read.status === 'rejected' && read.reason).toBeInstanceOf(Unavailable)
  await killing
  await ended.end()
  await nextTurn()
  expect(unhandled).toEqual([])
  expect(await marks()).toEqual([])
})

test('a database that turns read-only refuses writes as unavailable, and is not ready, until it is writable again', async () => {
  await database.ping()
  const outside = async (text: string) => {
    const other = new Database({ ...fresh.owner, max: 1 }, () => {})
    await other.pool.query(text)
    await other.end()
  }
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const write = () =>
    database.write('service', ({ db }) => sql`insert into marks values ('kept')`.execute(db))
  await outside(`alter database ${rows[0]!.name} set default_transaction_read_only = on`)
  await outside(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`,
  )
  // Some find their sessions terminated. The others get new sessions, which are read-only.
  for (const { status } of await Promise.allSettled(Array.from({ length: 16 }, write)))
    expect(status).toBe('rejected')
  await expect(write()).rejects.toBeInstanceOf(Unavailable)
  await expect(database.ping()).rejects.toBeInstanceOf(Unavailable)
  await outside(
    `start transaction read write; alter database ${rows[0]!.name} reset default_transaction_read_only; commit`,
  )
  await database.ping()
  // A session that began read-only stays so. The pool closes all of them after the first refusal.
  await write().catch(() => {})
  await Promise.all(Array.from({ length: 8 }, write))
})

/** A database whose standby is itself, for what happens once the standby was found to have everything. */
function withItselfAside(longestMs: number) {
  const connections = new Connections(fresh.owner, () => {})
  const standby = new Standby(fresh.owner, () => {})
  standby.read = (_position, work) => kyselyOver<Tables>(connections, longestMs).transaction().execute(work)
  const aside = new Database(fresh.owner, () => {}, undefined, standby)
  onTestFinished(async () => {
    await aside.end()
    await connections.pool.end()
  })
  return { aside, standby }
}

test.each([
  ['cancelled by the server', 5_000, 'set local statement_timeout = 20'],
  ['given up by the program', 100, 'select'],
])('a read aside that takes too long and is %s does not run again', async (_, longestMs, first) => {
  const { aside, standby } = withItselfAside(longestMs)
  let runs = 0
  const slow = async ({ db }: Transaction) => {
    runs++
    await sql.raw(first).execute(db)
    await sql`select pg_sleep(4)`.execute(db)
  }
  await expect(aside.readAside('service', slow, 'audit.read')).rejects.toBeInstanceOf(Unavailable)
  expect({ runs, ...standby.reads, isResting: standby.isResting }).toEqual({
    runs: 1,
    standby: 0,
    primary: 0,
    isResting: false,
  })
})

test('a read aside that fails otherwise runs on the primary and counts there, and the next ones do too', async () => {
  const { aside, standby } = withItselfAside(5_000)
  let runs = 0
  const failing = async ({ db }: Transaction) => {
    runs++
    if (runs === 1) await sql`select 1 / 0`.execute(db)
    return 'read'
  }
  expect(await aside.readAside('service', failing, 'audit.read')).toBe('read')
  expect({ runs, ...standby.reads, isResting: standby.isResting }).toEqual({
    runs: 2,
    standby: 0,
    primary: 1,
    isResting: true,
  })
})

test('a read aside that is refused is refused at once, and the standby stays in use', async () => {
  const { aside, standby } = withItselfAside(5_000)
  const refused = aside.readAside('service', () => Promise.reject(new Refused('NOT_FOUND')), 'audit.read')
  await expect(refused).rejects.toBeInstanceOf(Refused)
  expect(standby.isResting).toBe(false)
  await aside.readAside('service', async () => {}, 'audit.read')
  expect(standby.reads).toEqual({ standby: 1, primary: 0 })
})

test('a read aside of a value that no database takes is refused, and the standby stays in use', async () => {
  const { aside, standby } = withItselfAside(5_000)
  const asked = ['\u0000', '2026-02-30'].map((value) =>
    aside.readAside(
      'service',
      ({ db }) => sql`select ${value}::text, ${value}::date`.execute(db),
      'audit.read',
    ),
  )
  for (const answer of asked)
    await expect(answer).rejects.toMatchObject({ code: expect.stringMatching(/^22/) })
  expect({ ...standby.reads, isResting: standby.isResting }).toEqual({
    standby: 0,
    primary: 0,
    isResting: false,
  })
})

test("no read with a customer's rights is made aside", async () => {
  const reads: string[] = []
  const recorded = {
    read: async () => reads.push('primary'),
    readAside: async () => reads.push('aside'),
  } as unknown as Database
  const context = {
    database: recorded,
    identity: { session: 's', person: 'p' },
    idempotencyKey: undefined,
    now: new Date(),
    readsAside: true,
  }
  await callerContext(context, undefined, undefined).read(async () => {})
  await callerContext(context, 'audit.read', undefined).read(async () => {})
  expect(reads).toEqual(['primary', 'aside'])
  // @ts-expect-error a customer's rights are none that it takes
  await recorded.readAside('service', async () => {}, 'customer')
  // @ts-expect-error the default rights are a customer's
  await recorded.readAside('service', async () => {})
})
