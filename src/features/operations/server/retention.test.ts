import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { audit, eraseFromAudit } from '../../audit/server/audit.ts'
import { FIRST_HASH, sealAudit } from '../../audit/server/chain.ts'
import { verifyAudit, verifyFromShell } from '../../audit/server/verify.ts'
import { clearSettingsCache } from '../../settings/server/settings.ts'
import { deleteOldRows } from './retention.ts'

/** Events and entries of the audit log are deleted by whole months after the time that the owner has set. */

const NOW = new Date('2026-06-17T08:00:00Z')

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
  await shop.sql(`update audit_head set seq = 0, hash = $1, removed_seq = default, removed_hash = default`, [
    FIRST_HASH,
  ])
})

const database = (node = 0) => shop.nodes[node]!.database
const verify = (known?: { seq: number; hash: string }) =>
  verifyAudit((work) => database().read('service', work), known)
const seal = () => sealAudit(database(), new Date(Date.now() + 60_000))
const run = (now = NOW, node = 0) => deleteOldRows(database(node), now)

async function set(values: object) {
  const { status } = await admin.call('PATCH', '/api/admin/settings', { values })
  expect(status).toBe(200)
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
const times = [
  '2025-03-01T00:00:00Z',
  '2025-05-31T23:59:59.999Z',
  '2025-06-01T00:00:00Z',
  '2026-06-17T07:00:00Z',
]
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
  const ats = [
    '2025-03-01T00:00:00Z',
    '2025-05-31T23:59:59.999Z',
    '2025-06-01T00:00:00Z',
    '2026-04-30T23:00:00Z',
  ]
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
      ['2025-05-31T21:14:00Z'],
    )
  const kept = () => shop.sql(`select count(*)::int as it from events where type = 'old'`)
  await insert()
  await run()
  expect(await kept()).toEqual([{ it: 61 }])
  await insert()
  await eightTimes((n) => run(NOW, n % 2))
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
    await eightTimes((n) => run(NOW, n % 2))
    await run()
    expect(await left()).toEqual([])
    await seal()
    expect(await verify()).toMatchObject({ broken: null, removed: 2, checked: 1 })
    expect(
      await shop.sql(`select count(*)::int as it from audit_log where action = 'audit.removed'`),
    ).toEqual([{ it: 1 }])
  })

  test('goes on to lose rows month by month, each time from where it began', async () => {
    await removed()
    await seal()
    await run(new Date('2027-07-01T00:00:00Z'))
    expect(await left()).toEqual([])
    await seal()
    expect(await verify()).toMatchObject({ broken: null, removed: 4, checked: 2 })
  })

  test('is valid between the removal and the deletion of its rows, which the next run ends', async () => {
    await removed()
    await shop.sql(
      `insert into audit_log (id, at, actor_role, action, entity, seq, hash) values (gen_random_uuid(), '2025-01-01', 'service', 'x', 'x', 1, '')`,
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
      await log(['2025-04-01T00:00:00Z', '2025-04-02T00:00:00Z', '2026-01-01T00:00:00Z'], asha)
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
      await shop.sql(`update audit_head set removed_hash = $1`, [FIRST_HASH])
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

  test('loses no row that is not removed: the program itself may delete no other', async () => {
    await log(times)
    await seal()
    const { sql } = await import('kysely')
    for (const which of ['true', 'seq is null', 'seq = 1'])
      await database().write('service', ({ db }) =>
        sql.raw(`delete from audit_log where ${which}`).execute(db),
      )
    expect(await left()).toEqual(times)
  })
})
