import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { FIRST_HASH, sealAudit } from './chain.ts'
import { audit, eraseFromAudit } from './audit.ts'
import { verifyFromShell, verifyAudit } from './verify.ts'

/** The chain of the audit log: it detects every change of the log, and a person's data can still be erased. */

let shop: Shop
let asha: Person
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  ;[asha, admin] = [await shop.customer(), await shop.admin()]
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.sql(`truncate audit_log`)
  await shop.sql(`update audit_head set seq = 0, hash = $1`, [FIRST_HASH])
})

const database = (node = 0) => shop.nodes[node]!.database
const seal = (node = 0) => sealAudit(database(node), new Date(Date.now() + 60_000))
const verify = (known?: { seq: number; hash: string }) =>
  verifyAudit((work) => database().read('service', work), known)

/** Does `count` actions, each in a transaction of its own. */
async function act(count: number, by?: Person) {
  for (let n = 0; n < count; n++)
    await database().write('service', (tx) =>
      audit(tx, 'user', {
        action: 'setting.changed',
        entity: 'setting',
        entity_id: String(n),
        ...(by && { actor_id: by.id }),
        before: { name: 'Asha', n },
        after: n % 2 ? { name: 'Asha Mwangi', n } : null,
      }),
    )
}

describe('sealing', () => {
  test('numbers every row once, without a gap, however many seal at once while others write', async () => {
    await act(40)
    const writing = act(30)
    const counts = await Promise.all(Array.from({ length: 8 }, (_, n) => seal(n % 2)))
    await writing
    const rest = await seal()
    expect(counts.reduce((sum, count) => sum + count, rest)).toBe(70)
    const rows = await shop.sql<{ seq: number }>(`select seq from audit_log order by seq`)
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 70 }, (_, n) => n + 1))
    expect(await verify()).toMatchObject({ broken: null, checked: 70, unsealed: 0, erased: 0 })
  })

  test('takes more rows than fit one batch, and leaves those that are not settled yet', async () => {
    await shop.sql(
      `insert into audit_log (id, actor_role, action, entity, after)
       select gen_random_uuid(), 'service', 'many.done', 'thing', jsonb_build_object('n', n) from generate_series(1, 1203) n`,
    )
    expect(await sealAudit(database(), new Date(Date.now() - 60_000))).toBe(0)
    expect(await verify()).toMatchObject({ broken: null, checked: 0, unsealed: 1203 })
    expect(await seal()).toBe(1203)
    expect(await verify()).toMatchObject({ broken: null, checked: 1203, unsealed: 0 })
  })

  test('is nobody else’s: no role but the program’s own writes numbers, hashes or times', async () => {
    const session = { session: asha.session, person: asha.id }
    const forged = `insert into audit_log (id, actor_id, actor_role, action, entity, seq) values (gen_random_uuid(), '${asha.id}', 'user', 'x', 'x', 1)`
    for (const caller of [session, { session: admin.session, person: admin.id }] as const)
      await expect(
        database().write(caller, async ({ db }) => {
          const { sql } = await import('kysely')
          await sql.raw(forged).execute(db)
        }),
      ).rejects.toThrow(/permission denied/)
  })
})

describe('the chain breaks', () => {
  beforeEach(async () => {
    await act(12)
    await seal()
  })
  const brokenLink = async () => (await verify()).broken

  test('where who did it was changed', async () => {
    await shop.sql(`update audit_log set actor_id = $1 where seq = 5`, [admin.id])
    expect(await brokenLink()).toMatchObject({ seq: 5, reason: 'changed' })
  })

  test('where the action, the thing or the time was changed', async () => {
    for (const change of [
      `action = 'thing.undone'`,
      `entity_id = 'other'`,
      `at = at - interval '1 day'`,
      `actor_role = 'admin'`,
    ]) {
      const [row] = await shop.sql(`select * from audit_log where seq = 7`)
      await shop.sql(`update audit_log set ${change} where seq = 7`)
      expect(await brokenLink()).toMatchObject({ seq: 7, reason: 'changed' })
      await shop.sql(
        `update audit_log set action = $1, entity_id = $2, at = $3, actor_role = $4 where seq = 7`,
        [row!.action, row!.entity_id, row!.at, row!.actor_role],
      )
      expect((await verify()).broken).toBeNull()
    }
  })

  test('where what stood before or after was changed, or taken out without an erasure', async () => {
    await shop.sql(`update audit_log set before = '{"name":"Juma"}' where seq = 3`)
    expect(await brokenLink()).toMatchObject({ seq: 3, reason: 'contents' })
    await shop.sql(`update audit_log set before = null, before_salt = null where seq = 3`)
    expect(await brokenLink()).toMatchObject({ seq: 3, reason: 'contents' })
    await shop.sql(`update audit_log set erased_by = gen_random_uuid() where seq = 3`)
    expect(await brokenLink()).toMatchObject({ seq: 3, reason: 'erased' })
    await shop.sql(`update audit_log set after = '{"n":1}' where seq = 3`)
    expect(await brokenLink()).toMatchObject({ seq: 3, reason: 'contents' })
  })

  test('where a row was deleted: in the middle, at the beginning, at the end', async () => {
    await shop.sql(`delete from audit_log where seq = 12`)
    expect(await brokenLink()).toMatchObject({ seq: 12, reason: 'missing' })
    await shop.sql(`delete from audit_log where seq = 6`)
    expect(await brokenLink()).toMatchObject({ seq: 6, reason: 'missing' })
    await shop.sql(`delete from audit_log where seq = 1`)
    expect(await brokenLink()).toMatchObject({ seq: 1, reason: 'missing' })
  })

  test('where the end was cut off together with its mark, for someone who has noted the mark', async () => {
    const { end } = await verify()
    await shop.sql(`delete from audit_log where seq > 9`)
    await shop.sql(`update audit_head set seq = 9, hash = (select hash from audit_log where seq = 9)`)
    expect((await verify()).broken).toBeNull()
    expect((await verify(end)).broken).toMatchObject({ reason: 'end' })
    await expect(verifyFromShell(database(), `${end.seq}:${end.hash}`)).rejects.toThrow(
      'The audit log breaks at row 9: the chain is not the one that was known.',
    )
  })

  test('where two rows changed places', async () => {
    await shop.sql(`update audit_log set seq = 99 where seq = 4`)
    await shop.sql(`update audit_log set seq = 4 where seq = 8`)
    await shop.sql(`update audit_log set seq = 8 where seq = 99`)
    expect(await brokenLink()).toMatchObject({ seq: 4, reason: 'changed' })
  })

  test('and the shell says where, and fails', async () => {
    expect(await verifyFromShell(database(), undefined)).toMatch(/^The audit log holds: 12 rows/)
    await shop.sql(`delete from audit_log where seq = 6`)
    await expect(verifyFromShell(database(), undefined)).rejects.toThrow(
      'The audit log breaks at row 6: there is no such row.',
    )
    await expect(verifyFromShell(database(), 'nonsense')).rejects.toThrow('The end of a chain looks like')
  })
})

describe('erasing a person', () => {
  test('removes their personal data from the log, and the chain holds, sealed before or after', async () => {
    const juma = await shop.customer({ full_name: 'Juma Otieno' })
    await juma.call('PATCH', '/api/profile', { full_name: 'Juma Odhiambo Otieno' })
    const request = await juma.call('POST', '/api/domain-requests', { requested_domain: 'juma-otieno.com' })
    await seal()
    await admin.call('PATCH', `/api/admin/domain-requests/${request.body.id}`, {
      status: 'available',
      price: 12,
      admin_feedback: 'Dear Juma Odhiambo',
    })
    await act(3, asha)
    const personal = () =>
      shop.sql(
        `select 1 from audit_log where before::text ilike '%odhiambo%' or after::text ilike '%odhiambo%'`,
      )
    expect((await personal()).length).toBeGreaterThan(1)
    const [{ count }] = (await shop.sql(`select count(*) from audit_log`)) as [{ count: number }]

    const rows = await database().write('service', (tx) => eraseFromAudit(tx, juma.id))
    expect(rows).toBeGreaterThan(2)
    expect(await personal()).toEqual([])
    // Every row still has its actor, action and time. The erasure adds one row, and the rows of others are
    // complete.
    expect(await shop.sql(`select count(*) from audit_log`)).toEqual([{ count: count + 1 }])
    expect(
      await shop.sql(`select 1 from audit_log where actor_id = $1 and before is null`, [asha.id]),
    ).toEqual([])
    expect(
      await shop.sql(`select 1 from audit_log where erased_by is not null and after_salt is not null`),
    ).toEqual([])
    expect((await verify()).broken).toBeNull()
    await seal()
    expect(await verify()).toMatchObject({ broken: null, erased: rows, unsealed: 0 })
    expect(await database().write('service', (tx) => eraseFromAudit(tx, juma.id))).toBe(0)

    // Contents that were removed by hand and attributed to that erasure exceed its count.
    await shop.sql(
      `update audit_log set before = null, before_salt = null, erased_by = (select id from audit_log where action = 'audit.erased')
        where seq = (select max(seq) from audit_log where actor_id = $1)`,
      [asha.id],
    )
    expect((await verify()).broken).toMatchObject({ reason: 'erased' })
  })
})
