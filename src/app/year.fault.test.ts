import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPostgres, type Postgres, versions } from './testing/faults/postgres.ts'
import { openProgram, type Program } from './testing/program.ts'

/**
 * A year of two processes whose clock is moved day by day. Whichever begins to write is killed in the middle of its
 * transaction, the other one takes the job over, and both are killed before the next day. Each reminder, the grace, the
 * suspension and the end come once and on their days.
 */

const DAY_MS = 86_400_000
const DAYS = [-300, -120, -31, -30, -29, -8, -7, -6, -1, 0, 1, 3, 7, 13, 14, 15, 39, 40, 41, 64]
const jobs = ['expiry-reminders', 'renewal-offers', 'due-reminders', 'expiry-steps']

/** The expiry of the service, at an hour at which no zone of the test is at midnight. */
const expiry = new Date(Math.floor(Date.now() / DAY_MS + 30) * DAY_MS + 10 * 3600_000)
const customer = randomUUID()
const service = randomUUID()

let postgres: Postgres
/** The environment of each node: its clock is changed between two starts. */
const environments = [0, 1].map((node) => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'testing/moved-clock.ts')}`,
  PGAPPNAME: `node-${node}`,
  MOVED_BY_MS: '0',
  DATABASE_URL: '',
}))
const nodes: Program[] = []
const running = new Map<number, ChildProcess>()

beforeAll(async () => {
  postgres = await openPostgres(versions[0]![1])
  for (const [node, env] of environments.entries()) {
    env.DATABASE_URL = postgres.address()
    nodes.push(await openProgram(`year-${node}`, env))
  }
  await start(0)
  await postgres.sql(`
    insert into profiles (id, email, full_name, role) values ('${customer}', 'asha@example.com', 'Asha Mwangi', 'user');
    insert into settings (key, value) values
      ('renewals', '"paid"'),
      ('services.afterExpiry', '{"domain": {"grace": 7, "suspend": 14, "end": 40},
         "email": {"grace": 0, "suspend": null, "end": null}, "hosting": {"grace": 0, "suspend": null, "end": null}}'),
      ('catalogue.domains', '[{"ending": "com", "price": 10, "renewal": 14, "years": 1, "needs": "", "searched": true, "shown": true}]');
    with request as (
      insert into requests (id, user_id, kind, subject, status, stage, details)
        values (gen_random_uuid(), '${customer}', 'domain', 'year.com', 'YOUR DOMAIN IS ACTIVE NOW', 'active', '{}') returning id)
    insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
      select '${service}', '${customer}', id, 'domain', 'year.com', true, now(), '${expiry.toISOString()}' from request;
    -- Not before the insert: that would also hold what turns out to be there already.
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(1.5); return new; end $$;
    create trigger slowly after insert on expiry_steps for each row execute function slowly();
    create trigger slowly after insert on renewal_offers for each row execute function slowly();
    create trigger slowly after insert on mails for each row execute function slowly();`)
  await killAll()
}, 180_000)
afterAll(async () => {
  for (const node of nodes) await node.close()
  await postgres?.close()
})

async function start(node: number) {
  running.set(node, await nodes[node]!.start())
}
async function killAll() {
  for (const [node, child] of running) await nodes[node]!.kill(child)
  running.clear()
}

/** The node that is writing now. */
async function writing(): Promise<number | undefined> {
  const [backend] = await postgres.sql<{ application_name: string }>(
    `select application_name from pg_stat_activity where wait_event = 'PgSleep'`,
  )
  return backend && Number(backend.application_name.slice(5))
}
const due = () =>
  postgres.sql(`update jobs set due_at = clock_timestamp() where name = any ('{${jobs.join()}}')`)
/** Whether all jobs have ended well since a moment of the database. */
async function haveRun(since: string): Promise<boolean> {
  const [row] = await postgres.sql<{ n: number }>(
    `select count(*)::int as n from jobs where name = any ('{${jobs.join()}}') and succeeded_at > '${since}'`,
  )
  return row!.n === jobs.length
}

/**
 * One day of both nodes. Gives whether one was killed while it wrote. Each day begins 5 minutes later than the one
 * before, since what ends so many days after its suspension ends not sooner than at the same minute.
 */
async function live(day: number): Promise<boolean> {
  const at = expiry.getTime() + day * DAY_MS + 3600_000 + DAYS.indexOf(day) * 5 * 60_000
  for (const env of environments) env.MOVED_BY_MS = String(at - Date.now())
  await Promise.all([start(0), start(1)])
  const [{ since }] = (await postgres.sql<{ since: string }>(`select clock_timestamp()::text as since`)) as [
    { since: string },
  ]
  await due()
  const wait = { timeout: 90_000, interval: 50 }
  const victim = await vi.waitFor(async () => {
    const node = await writing()
    if (node === undefined && !(await haveRun(since))) throw new Error('no job has run yet')
    return node
  }, wait)
  if (victim !== undefined) {
    await nodes[victim]!.kill(running.get(victim)!)
    running.delete(victim)
    await due()
    await vi.waitFor(async () => expect(await haveRun(since)).toBe(true), wait)
  }
  await killAll()
  return victim !== undefined
}

test('each reminder, the grace, the suspension and the end come once and on their days', async () => {
  const seen: [number, string[]][] = []
  const killedOn: number[] = []
  let known = 0
  for (const day of DAYS) {
    if (await live(day)) killedOn.push(day)
    const mails = await postgres.sql<{ kind: string }>(
      `select kind from mails where user_id = '${customer}' order by created_at, id`,
    )
    const fresh = mails.slice(known).map(({ kind }) => kind)
    if (fresh.length) seen.push([day, fresh.toSorted()])
    known = mails.length
  }
  expect(seen).toEqual([
    [-30, ['expiry-reminder', 'request-offered']],
    [-7, ['expiry-reminder', 'payment-due']],
    [-1, ['payment-due']],
    [0, ['record-in-grace']],
    [3, ['payment-overdue']],
    [14, ['payment-overdue', 'record-expired-suspended']],
    [40, ['record-ended']],
  ])
  expect(killedOn).toEqual([-30, -7, -1, 0, 3, 14, 40])
  expect(
    await postgres.sql(`select step from expiry_steps where service_id = '${service}' order by at`),
  ).toEqual(['grace', 'suspended', 'ended'].map((step) => ({ step })))
  expect(await postgres.sql(`select service_id from renewal_offers`)).toHaveLength(1)
  expect(
    await postgres.sql(
      `select action from audit_log where entity_id = '${service}' and action like 'record.%' order by at`,
    ),
  ).toEqual([{ action: 'record.suspended' }, { action: 'record.ended' }])
}, 900_000)
