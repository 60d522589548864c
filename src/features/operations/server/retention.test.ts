import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { audit, eraseFromAudit } from '../../audit/server/audit.ts'
import { FIRST_HASH, sealAudit } from '../../audit/server/chain.ts'
import { verifyAudit, verifyFromShell } from '../../audit/server/verify.ts'
import { removeOldAudit } from '../../audit/server/remove-old.ts'
import { changeSetting } from '../../settings/server/save-settings.ts'
import { clearSettingsCache } from '../../settings/server/settings.ts'
import { deleteOldRows } from './retention.ts'

/** Events and entries of the audit log are deleted by whole months after the time that the owner has set. */

const DAY = 86_400_000
/** So many days ago, and the start of the month in UTC so many months ago with some milliseconds more. */
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString()
const month = (ago: number, ms = 0) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1) + ms).toISOString()
}

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  ;[admin, asha] = [await shop.admin(), await shop.customer()]
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`truncate audit_log, events`)
  await shop.sql(`delete from settings where key like 'retention.%'`)
  for (const node of shop.nodes) clearSettingsCache(node.database)
  // An update may not move the beginning back.
  await shop.sql(`delete from audit_head`)
  await shop.sql(`insert into audit_head (seq, hash) values (0, $1)`, [FIRST_HASH])
})

const database = (node = 0) => shop.nodes[node]!.database
const verify = (known?: { seq: number; hash: string }) =>
  verifyAudit((work) => database().read('service', work), known)
const seal = () => sealAudit(database(), new Date(Date.now() + 60_000))
const run = (node = 0) => deleteOldRows(database(node))
/** Runs something with the clock of the node so many days wrong. */
async function withWrongClock(days: number, work: () => Promise<unknown>) {
  vi.setSystemTime(Date.now() + days * DAY)
  await work().finally(() => vi.useRealTimers())
}

const change = (values: object, who = admin) => who.call('PATCH', '/api/admin/settings', { values })
/** Sets how long rows are kept, a week ago. */
async function set(values: object) {
  expect((await change(values)).status).toBe(200)
  await shop.sql(`update settings set updated_at = now() - interval '7 days'`)
}

/** Entries of the log, one for each time. */
async function log(times: string[], actor = admin) {
  for (const at of times) {
    await database().write('service', (tx) =>
      audit(tx, 'user', {
        action: 'setting.changed',
        entity: 'setting',
        entity_id: null,
        actor_id: actor.id,
        after: { at },
      }),
    )
    await shop.sql(`update audit_log set at = $1 where after ->> 'at' = $2`, [at, at])
  }
}
const left = async () => {
  const rows = await shop.sql<{ at: string }>(
    `select after ->> 'at' as at from audit_log where after ? 'at' order by seq`,
  )
  return rows.map(({ at }) => at)
}

/** Two entries that go and two that stay with a time of twelve months, around midnight UTC of the month. */
const times = [month(15), month(12, -1), month(12), daysAgo(0.1)]
/** A log with these entries, from which the old ones were removed. */
async function removed(more: () => Promise<unknown> = async () => {}) {
  await set({ 'retention.audit': 12 })
  await shop.sql(`truncate audit_log`)
  await log(times)
  await more()
  await seal()
  await run()
}

test('events stay for twelve months, or as long as the owner has set', async () => {
  const ats = [month(15), month(12, -1), month(12), month(2)]
  for (const at of ats)
    await shop.sql(`insert into events (at, user_id, type, topics) values ($1, $2, 'old', '{}')`, [
      at,
      asha.id,
    ])
  const kept = async () => (await shop.sql(`select at from events where type = 'old' order by at`)).length
  await run()
  expect(await kept()).toBe(2)
  await set({ 'retention.events': 1 })
  await run()
  expect(await kept()).toBe(0)
})

test('more rows go than fit one batch, and eight at once delete no others', async () => {
  // 9,959 of them are before midnight.
  const insert = () =>
    shop.sql(
      `insert into events (at, type, topics) select $1::timestamptz + n * interval '1 s', 'old', '{}' from generate_series(1, 10020) n`,
      [month(12, -9_960_000)],
    )
  const kept = () => shop.sql(`select count(*)::int as it from events where type = 'old'`)
  await insert()
  await run()
  expect(await kept()).toEqual([{ it: 61 }])
  await insert()
  await eightTimes((n) => run(n % 2))
  expect(await kept()).toEqual([{ it: 122 }])
})

describe('the audit log', () => {
  test('is kept whole unless the owner has set a time', async () => {
    await log(times)
    await seal()
    await run()
    expect(await left()).toEqual(times)
    expect(await verify()).toMatchObject({ broken: null, removed: 0, checked: 4 })
  })

  test('may not lose entries of the last twelve months, whatever is set', async () => {
    for (const months of [0, 1, 11, 241, 12.5])
      expect(
        (await admin.call('PATCH', '/api/admin/settings', { values: { 'retention.audit': months } })).status,
      ).toBe(400)
  })

  test('loses the old ones, says so, and the chain holds', async () => {
    await removed()
    expect(await left()).toEqual(times.slice(2))
    expect(await verify()).toMatchObject({ broken: null, removed: 2, checked: 2, unsealed: 1 })
    await seal()
    const { body } = await admin.call('POST', '/api/admin/audit/verify', {})
    expect(body).toMatchObject({ broken: null, removed: 2, checked: 3 })
    expect(await verifyFromShell(database(), undefined)).toContain('It begins at row 3:')
    const list = await admin.call('GET', '/api/admin/audit?action=audit.removed')
    expect(list.body.items).toMatchObject([
      {
        actor: null,
        actor_role: 'service',
        entity: 'audit',
        after: { rows: 2, until: { seq: 2 }, erased: {} },
      },
    ])
  })

  test('loses all of it once, however many remove at once, and no second time', async () => {
    await set({ 'retention.audit': 12 })
    await shop.sql(`truncate audit_log`)
    await log(times.slice(0, 2))
    await seal()
    await eightTimes((n) => run(n % 2))
    await run()
    expect(await left()).toEqual([])
    await seal()
    expect(await verify()).toMatchObject({ broken: null, removed: 2, checked: 1 })
    expect(
      await shop.sql(`select count(*)::int as it from audit_log where action = 'audit.removed'`),
    ).toEqual([{ it: 1 }])
  })

  test('loses more of it when less is kept, from where it began', async () => {
    await set({ 'retention.audit': 24 })
    await log([month(30), month(20), month(2)])
    await seal()
    await run()
    expect(await left()).toEqual([month(20), month(2)])
    await seal()
    await set({ 'retention.audit': 12 })
    await run()
    expect(await left()).toEqual([month(2)])
    await seal()
    expect(await verify()).toMatchObject({ broken: null, removed: 2 })
  })

  test('is valid between the removal and the deletion of its rows, which the next run ends', async () => {
    await removed()
    await shop.sql(
      `insert into audit_log (id, at, actor_role, action, entity, seq, hash) values (gen_random_uuid(), now() - interval '20 months', 'service', 'x', 'x', 1, '')`,
    )
    expect((await verify()).broken).toBeNull()
    await run()
    expect(await shop.sql(`select 1 from audit_log where seq < 3`)).toEqual([])
  })

  test('is not called broken by a removal during the verification', async () => {
    await set({ 'retention.audit': 12 })
    await shop.sql(`truncate audit_log`)
    await log(times)
    await seal()
    let reads = 0
    const verdict = await verifyAudit(async (work) => {
      // After the ends were read, and before the first rows are.
      if (++reads === 2) await run()
      return database().read('service', work)
    })
    expect(verdict).toMatchObject({ broken: null, removed: 2 })
  })

  test('keeps a person’s erasure explained, whose erased rows were partly removed', async () => {
    let erased = 0
    await removed(async () => {
      await log([month(14), month(14, DAY), month(5)], asha)
      erased = await database().write('service', (tx) => eraseFromAudit(tx, asha.id))
    })
    expect(erased).toBe(3)
    await seal()
    expect(await verify()).toMatchObject({ broken: null, removed: 4, erased: 1 })
    // Contents that were removed by hand and attributed to that erasure exceed its count still.
    await shop.sql(
      `update audit_log set after = null, after_salt = null, erased_by = (select id from audit_log where action = 'audit.erased')
        where seq = (select min(seq) from audit_log)`,
    )
    expect((await verify()).broken).toMatchObject({ reason: 'erased' })
  })

  describe('is broken', () => {
    test('where rows were deleted and no entry tells of it', async () => {
      await log(times)
      await seal()
      await shop.sql(
        `update audit_head set removed_seq = 2, removed_hash = (select hash from audit_log where seq = 2)`,
      )
      await shop.sql(`delete from audit_log where seq <= 2`)
      expect((await verify()).broken).toEqual({ seq: 2, reason: 'beginning', id: null })
      await expect(verifyFromShell(database(), undefined)).rejects.toThrow(
        'The audit log breaks at row 2: the rows up to it are gone, and no removal tells of it.',
      )
    })

    test('where one more was deleted than the entry tells of', async () => {
      await removed()
      await shop.sql(
        `update audit_head set removed_seq = 3, removed_hash = (select hash from audit_log where seq = 3)`,
      )
      await shop.sql(`delete from audit_log where seq = 3`)
      expect((await verify()).broken).toMatchObject({ seq: 3, reason: 'beginning' })
    })

    test('where the beginning was given another hash', async () => {
      await removed()
      await seal()
      await shop.sql(
        `alter table audit_head disable trigger check_removal; update audit_head set removed_hash = hash;
         alter table audit_head enable trigger check_removal`,
      )
      expect((await verify()).broken).toMatchObject({ reason: 'beginning' })
    })

    test('for someone who kept another end, and not for one who kept the last removed row', async () => {
      await set({ 'retention.audit': 12 })
      await shop.sql(`truncate audit_log`)
      await log(times.slice(0, 2))
      await seal()
      const { end } = await verify()
      await log(times.slice(2))
      await seal()
      await run()
      expect((await verify(end)).broken).toBeNull()
      expect((await verify({ ...end, hash: 'ab'.repeat(32) })).broken).toMatchObject({
        seq: 2,
        reason: 'end',
      })
      await expect(verifyFromShell(database(), `1:${end.hash}`)).rejects.toThrow(
        'Row 1 was removed for its age, so it can’t be compared. The log holds from row 3 on.',
      )
    })
  })

  test.each([400, -400])(
    'and events are removed by the clock of the database, not by a node’s that is %i days wrong',
    async (days) => {
      await set({ 'retention.audit': 12 })
      await log(times)
      await seal()
      for (const at of times)
        await shop.sql(`insert into events (at, type, topics) values ($1, 'old', '{}')`, [at])
      await withWrongClock(days, run)
      expect(await left()).toEqual(times.slice(2))
      expect(await shop.sql(`select count(*)::int as it from events where type = 'old'`)).toEqual([{ it: 2 }])
    },
  )

  test('keeps what is younger than a year, whatever moment is given', async () => {
    const ats = [month(15), daysAgo(367), daysAgo(364), daysAgo(0.1)]
    await log(ats)
    await seal()
    await removeOldAudit(database(), sql<Date>`now() + interval '1 year'`)
    expect(await left()).toEqual(ats.slice(2))
    expect((await verify()).broken).toBeNull()
  })

  test('keeps what is younger also where it was sealed before older entries', async () => {
    const first = [month(15), daysAgo(300)]
    const second = [month(14), daysAgo(310)]
    await log(first)
    await seal()
    await log(second)
    await seal()
    await removeOldAudit(database(), sql<Date>`now()`)
    expect(await left()).toEqual([first[1], ...second])
    expect(await verify()).toMatchObject({ broken: null, removed: 1 })
  })
})

describe('how long the audit log is kept', () => {
  test('is for an owner to say: a manager is refused, who may set the rest', async () => {
    const manager = await shop.admin('manager')
    expect(await change({ 'retention.audit': 12 }, manager)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect((await change({ 'retention.events': 24 }, manager)).status).toBe(200)
    expect((await change({ 'retention.audit': 24 })).status).toBe(200)
    for (const value of [12, null])
      expect((await change({ 'retention.audit': value, 'retention.events': 9 }, manager)).status).toBe(403)
    const { body } = await admin.call('GET', '/api/admin/settings')
    expect(body.values).toMatchObject({ 'retention.audit': 24, 'retention.events': 24 })
  })

  test('takes a week to have effect, by the clock of the database, and again after each change', async () => {
    await log(times)
    await seal()
    const shownFrom = async () => (await admin.call('GET', '/api/admin/settings')).body.audit_removal_from
    const age = (interval: string) =>
      shop.sql(`update settings set updated_at = now() - $1::interval where key = 'retention.audit'`, [
        interval,
      ])
    expect(await shownFrom()).toBeNull()
    const { body } = await change({ 'retention.audit': 12 })
    expect(Math.abs(Date.parse(body.audit_removal_from) - Date.now() - 7 * DAY)).toBeLessThan(3_600_000)
    await run()
    await age('6 days 23 hours 59 minutes')
    await run()
    expect(await left()).toEqual(times)
    expect(await shownFrom()).toEqual(expect.any(String))

    await age('7 days')
    expect(await shownFrom()).toBeNull()
    // A node whose clock is wrong is no way around it.
    await withWrongClock(-400, () =>
      database().write(
        { person: admin.id, session: admin.session },
        (tx) => changeSetting(tx, 'retention.audit', 13),
        'settings.write',
      ),
    )
    await run()
    expect(await left()).toEqual(times)
    await age('7 days')
    await run()
    expect(await left()).toEqual(times.slice(times[1]! < month(13) ? 2 : 1))
    await change({ 'retention.audit': null })
    expect(await shownFrom()).toBeNull()
  })
})

describe('SQL as the program hides no entry of the last year', () => {
  const ats = [month(16), month(15), daysAgo(364), daysAgo(0.1)]
  beforeEach(async () => {
    await log(ats)
    await seal()
  })
  const as = (statements: string[]) =>
    database().write('service', async ({ db }) => {
      for (const one of statements) await sql.raw(one).execute(db)
    })
  const begin = (seq: number) =>
    `update audit_head set removed_seq = ${seq}, removed_hash = (select hash from audit_log where seq = ${seq})`

  test.each([
    ['a beginning after a younger entry', [begin(3)]],
    ['a beginning after the last entry', [begin(4)]],
    ['a beginning that goes back', [begin(2), begin(1)]],
    ['a beginning at the start again', [begin(2), `update audit_head set removed_seq = 0`]],
    ['the hash of another entry', [`update audit_head set removed_seq = 2, removed_hash = hash`]],
    ['another hash of the same beginning', [begin(2), `update audit_head set removed_hash = hash`]],
    ['a beginning where there is no entry', [`update audit_head set removed_seq = 99`]],
    [
      'an entry that takes the place of an old one',
      [`update audit_log set seq = -1 where seq = 1`, `update audit_log set seq = 1 where seq = 4`, begin(2)],
    ],
  ])('%s is refused', async (_, statements) => {
    await expect(as(statements)).rejects.toMatchObject({ code: 'KK422' })
    expect(await verify()).toMatchObject({ broken: null, removed: 0, checked: 4 })
  })

  test.each([
    `insert into audit_log (id, at, actor_role, action, entity) values (gen_random_uuid(), '2020-01-01', 'service', 'x', 'x')`,
    `update audit_log set at = '2020-01-01'`,
    `update audit_log set id = gen_random_uuid()`,
    `truncate audit_log`,
    `delete from audit_head`,
    `insert into audit_head (slot, seq, hash) values (true, 0, '')`,
    `alter table audit_head disable trigger check_removal`,
    `create or replace function audit_stays_from() returns timestamptz language sql as 'select now()'`,
  ])('%s is not permitted', async (statement) => {
    await expect(as([statement])).rejects.toMatchObject({ code: '42501' })
  })

  test('a deletion leaves all that are younger, and all that the chain still has', async () => {
    await as([`delete from audit_log`])
    expect(await left()).toEqual(ats)
    await as([begin(2), `update audit_log set seq = seq - 4 where seq > 2`, `delete from audit_log`])
    expect(await left()).toEqual(ats.slice(2))
  })
})

describe('a report of a removal', () => {
  const report = (after: object, actor: string | null, role = 'service') =>
    `insert into audit_log (id, actor_id, actor_role, action, entity, after) values (gen_random_uuid(), ${actor && `'${actor}'`}, '${role}', 'audit.removed', 'audit', '${JSON.stringify(after)}')`

  test('of a customer neither breaks nor explains anything', async () => {
    await log(times)
    await seal()
    const { end } = await verify()
    const row = await shop.sql(`select encode(hash, 'hex') as hash from audit_log where seq = 2`)
    const erasure = '0198a000-0000-7000-8000-000000000001'
    for (const after of [
      { erased: { [erasure]: 'y' } },
      { erased: { [erasure]: 5 } },
      { rows: 2, until: { seq: 2, hash: row[0]!['hash'] }, erased: {} },
    ])
      await database().write(
        { person: asha.id, session: asha.session },
        ({ db }) => sql.raw(report(after, asha.id, 'user')).execute(db),
        'customer',
      )
    expect(await verify(end)).toMatchObject({ broken: null, checked: 4, unsealed: 3 })
    for (const forged of [report({}, null), report({}, null, 'user'), report({}, asha.id)])
      await expect(
        database().write(
          { person: asha.id, session: asha.session },
          ({ db }) => sql.raw(forged).execute(db),
          'customer',
        ),
      ).rejects.toMatchObject({ code: '42501' })
    await shop.sql(
      `update audit_head set removed_seq = 2, removed_hash = (select hash from audit_log where seq = 2)`,
    )
    await shop.sql(`delete from audit_log where seq <= 2`)
    expect((await verify()).broken).toMatchObject({ reason: 'beginning' })
  })

  test('of a customer changes no count of an erasure', async () => {
    await removed(async () => {
      await log([month(14), month(5)], asha)
      await database().write('service', (tx) => eraseFromAudit(tx, asha.id))
    })
    await seal()
    expect(await verify()).toMatchObject({ broken: null, erased: 1 })
    const [erasure] = await shop.sql<{ id: string }>(`select id from audit_log where action = 'audit.erased'`)
    for (const count of [5, 'x'])
      await database().write(
        { person: asha.id, session: asha.session },
        ({ db }) => sql.raw(report({ erased: { [erasure!.id]: count } }, asha.id, 'user')).execute(db),
        'customer',
      )
    expect(await verify()).toMatchObject({ broken: null, erased: 1 })
  })

  test.each([
    {},
    { rows: 1, until: { seq: 1 }, erased: {} },
    { rows: 1, until: { seq: 1, hash: '' }, erased: { x: 'y' } },
    { rows: 1, until: { seq: 1, hash: '' }, erased: { x: -1 } },
    { rows: 1, until: { seq: 1, hash: '' }, erased: 'x' },
  ])('of the program that says %j breaks the log', async (after) => {
    await log(times)
    await database().write('service', ({ db }) => sql.raw(report(after, null)).execute(db))
    await seal()
    expect((await verify()).broken).toMatchObject({ seq: 5, reason: 'report' })
    expect((await admin.call('POST', '/api/admin/audit/verify', {})).body.broken).toMatchObject({
      reason: 'report',
    })
    await expect(verifyFromShell(database(), undefined)).rejects.toThrow(
      'The audit log breaks at row 5: it reports a removal, and does not say what was removed',
    )
  })
})
