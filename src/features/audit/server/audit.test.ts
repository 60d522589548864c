import { parse } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import type { AuditedAction } from '../actions.ts'
import { audit } from './audit.ts'
import { sealAudit } from './chain.ts'

/** The audit log for admins: its list, its filter, its export and the verification of the chain. */

let shop: Shop
let asha: Person
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer({ full_name: 'Asha Mwangi' })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const list = async (query = '') => {
  const { status, body } = await admin.call('GET', `/api/admin/audit${query}`)
  expect([query, status]).toEqual([query, 200])
  return body as { items: Record<string, any>[]; next_cursor: string | null } // oxlint-disable-line typescript/no-explicit-any
}
const write = (act: { action: string; entity?: string; after?: object }) =>
  shop.nodes[0]!.database.write('service', (tx) =>
    // The log may contain actions that this program does not write.
    audit(tx, 'service', { entity: 'thing', entity_id: 'a', ...act } as AuditedAction),
  )

describe('the list', () => {
  test('names who did what to which row, with before and after', async () => {
    const { body: request } = await asha.call('POST', '/api/domain-requests', {
      requested_domain: 'list.com',
    })
    await admin.call('PATCH', `/api/admin/domain-requests/${request.id}`, {
      status: 'available',
      price: 12.5,
    })
    const { items } = await list(`?entity_id=${request.id}`)
    expect(items).toMatchObject([
      {
        action: 'request.reviewed',
        entity: 'request',
        entity_id: request.id,
        actor: { id: admin.id, email: admin.email },
        actor_role: 'admin',
        before: { status: 'pending', price: null },
        after: { status: 'available', price: '12.50' },
        seq: null,
        erased: false,
        // The name of what was changed, and whose it is.
        subject: { name: 'list.com', kind: 'domain', customer: { id: asha.id, name: 'Asha Mwangi' } },
      },
      { action: 'request.submitted', actor: { id: asha.id, full_name: 'Asha Mwangi' }, actor_role: 'user' },
    ])
  })

  test('is filtered by who, as address, id or name, by action, entity and day', async () => {
    const juma = await shop.customer({ full_name: 'Juma 100%_Otieno' })
    await juma.call('PATCH', '/api/profile', { full_name: 'Juma 100%_Odhiambo' })
    for (const who of [juma.id, juma.email.toUpperCase(), '100%25_odhi'])
      expect([who, (await list(`?who=${who}`)).items.map(({ action }) => action)]).toEqual([
        who,
        ['profile.changed'],
      ])
    for (const nobody of ['nobody@example.com', '100_odhi', crypto.randomUUID()])
      expect([nobody, (await list(`?who=${nobody}`)).items]).toEqual([nobody, []])
    expect((await list('?entity=profile')).items.every(({ entity }) => entity === 'profile')).toBe(true)

    await write({ action: 'day.first' })
    await write({ action: 'day.second' })
    await shop.sql(`update audit_log set at = '2020-03-31 23:59:59.999+00' where action = 'day.first'`)
    await shop.sql(`update audit_log set at = '2020-04-01 00:00:00+00' where action = 'day.second'`)
    const found = async (query: string) => (await list(query)).items.map(({ action }) => action)
    expect(await found('?from=2020-03-01&until=2020-03-31')).toEqual(['day.first'])
    expect(await found('?from=2020-04-01&until=2020-04-01')).toEqual(['day.second'])
    expect(await found('?until=2020-04-01&entity=thing')).toEqual(['day.second', 'day.first'])
    for (const nonsense of ['from=2020-02-31', 'until=yesterday', 'colour=red', 'from=%00', 'who=%00'])
      expect([nonsense, (await admin.call('GET', `/api/admin/audit?${nonsense}`)).status]).toEqual([
        nonsense,
        400,
      ])
  })

  test('counts days in the zone of the filter', async () => {
    await write({ action: 'zone.day' })
    await shop.sql(`update audit_log set at = '2019-06-30 21:30:00+00' where action = 'zone.day'`)
    const found = async (query: string) => (await list(`?action=zone.day&${query}`)).items.length
    expect(await found('from=2019-07-01&until=2019-07-01')).toBe(0)
    expect(await found('from=2019-07-01&until=2019-07-01&zone=Africa/Nairobi')).toBe(1)
    expect(await found('from=2019-06-30&until=2019-06-30')).toBe(1)
    expect(await found('from=2019-06-30&until=2019-06-30&zone=Africa/Nairobi')).toBe(0)
    expect((await admin.call('GET', '/api/admin/audit?zone=Mars/Olympus')).status).toBe(400)
  })

  test('names the people whose ids the log has, and what is gone by nothing', async () => {
    const juma = await shop.customer({ full_name: 'Juma Otieno' })
    const gone = crypto.randomUUID()
    await write({ action: 'people.named', after: { user_id: juma.id, taken_by: gone } })
    const [entry] = (await list('?action=people.named')).items
    expect(entry).toMatchObject({ subject: null, people: { [juma.id]: 'Juma Otieno' } })
    expect(entry!['people']).not.toHaveProperty(gone)
  })

  test('goes from page to page without missing or repeating a row', async () => {
    // A millisecond apart: rows of one millisecond have no order.
    const first = Date.now() - 1_000
    for (let n = 0; n < 7; n++) {
      await write({ action: 'page.turned', after: { n } })
      await shop.sql(
        `update audit_log set at = $1 where action = 'page.turned' and (after ->> 'n')::int = $2`,
        [new Date(first + n), n],
      )
    }
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const page = await list(`?action=page.turned&limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      expect(page.items.length).toBeLessThanOrEqual(3)
      seen.push(...page.items.map(({ after }) => after.n as number))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0])
  })

  test('offers the actions and entities that occur', async () => {
    await write({ action: 'word.used', entity: 'word' })
    const { body } = await admin.call('GET', '/api/admin/audit/words')
    expect(body.actions).toEqual([...new Set(body.actions)].toSorted())
    expect(body.actions).toContain('word.used')
    expect(body.entities).toContain('word')
  })
})

describe('the walk over the chain', () => {
  test('reports its length and where it breaks, and is logged', async () => {
    const verify = () =>
      admin.call('POST', '/api/admin/audit/verify', {}, { 'idempotency-key': crypto.randomUUID() })
    await sealAudit(shop.nodes[0]!.database, new Date(Date.now() + 60_000))
    const [first, second] = await Promise.all([verify(), verify()])
    expect(first!.body).toMatchObject({
      broken: null,
      end: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    // The audit row of the other request may exist already, and is not sealed yet.
    expect(Math.min(first!.body.unsealed, second!.body.unsealed)).toBe(0)
    expect(second!.body.end).toEqual(first!.body.end)
    await shop.sql(`update audit_log set action = 'x' where seq = 2`)
    expect((await verify()).body.broken).toMatchObject({ seq: 2, reason: 'changed' })
    expect((await list('?action=audit.verified')).items[0]).toMatchObject({
      actor: { id: admin.id },
      after: { broken: { seq: 2 } },
    })
  })
})

describe('the file', () => {
  const file = (query = '', who: Person | undefined = admin) =>
    (who?.call ?? shop.visitor)('GET', `/api/admin/audit/export${query}`)

  test('holds every row of the filter, and no spreadsheet executes what people wrote', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx']
    for (const action of formulas)
      await write({ action, entity: 'formula', after: { text: 'a "quoted", one\nline' } })
    await shop.sql(
      `insert into audit_log (id, actor_role, action, entity)
       select gen_random_uuid(), 'service', 'many.done', 'formula' from generate_series(1, 1100)`,
    )
    const { status, body, headers } = await file('?entity=formula')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(parse(headers.get('content-disposition')!).ext).toBe('.csv"')
    const text = body as string
    expect(text.split('many.done').length - 1).toBe(1100)
    for (const formula of formulas) expect(text).toContain(`'${formula}`)
    expect(text).not.toMatch(/(?:^|,|\n)"?[=+\-@\t\r](?!\n)/)
    expect(text).toContain('""text"":""a \\""quoted\\"", one\\nline""')
    expect((await list('?action=audit.exported')).items[0]).toMatchObject({
      actor: { id: admin.id },
      after: { entity: 'formula' },
    })
  })

  test('is for admins alone, and refuses a filter that is none', async () => {
    const before = await shop.sql(`select count(*) from audit_log where action = 'audit.exported'`)
    expect((await shop.visitor('GET', '/api/admin/audit/export')).status).toBe(401)
    expect((await shop.at(0, 'nonsense')('GET', '/api/admin/audit/export')).status).toBe(401)
    expect(await file('', asha)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await file('?from=never')).status).toBe(400)
    const gone = await shop.admin()
    await shop.sql(`delete from auth.sessions where id = $1`, [gone.session])
    expect((await file('', gone)).status).toBe(401)
    expect(await shop.sql(`select count(*) from audit_log where action = 'audit.exported'`)).toEqual(before)
  })
})
