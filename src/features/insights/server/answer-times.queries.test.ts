import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'

/** How long requests wait for their answer and until they are active, by week, person and product. */

let shop: Shop
let asha: Person
let baraka: Person
let juma: Person
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.admin()
  baraka = await shop.admin('registrar')
  juma = await shop.customer()
  await shop.sql(
    `update profiles set full_name = case id when $1 then 'Asha Mwangi' else 'Baraka Said' end
                   where id in ($1, $2)`,
    [asha.id, baraka.id],
  )
})
afterAll(() => shop.close())

const show = async (query = '') => (await asha.call('GET', `/api/admin/answer-times${query}`)).body
/** A request that arrived some minutes ago. */
async function arrived(name: string, minutes: number) {
  const { id } = (await juma.call('POST', '/api/domain-requests', { requested_domain: name })).body
  await shop.sql(`update requests set created_at = now() - $2 * interval '1 minute' where id = $1`, [
    id,
    minutes,
  ])
  return id as string
}
const save = (who: Person, id: string, input: object) =>
  who.call('PATCH', `/api/admin/domain-requests/${id}`, input)
const stored = async (id: string) =>
  (await shop.sql('select * from answer_times where request_id = $1', [id]))[0]

test('the first answer and the first activation count, each once and for the person who did it', async () => {
  const id = await arrived('first-answer.com', 5)
  // A note leaves it without an answer.
  await save(asha, id, { admin_feedback: 'Tunaangalia' })
  expect(await stored(id)).toBeUndefined()
  await save(asha, id, { status: 'available', price: 10 })
  const answered = await stored(id)
  expect(answered).toMatchObject({
    kind: 'domain',
    answered_by: asha.id,
    activated_at: null,
    activation_seconds: null,
  })
  expect(answered!['answer_seconds']).toBeGreaterThanOrEqual(300)
  // A second offer is no first answer.
  await save(baraka, id, { status: 'available', price: 12 })
  expect(await stored(id)).toEqual(answered)
  await save(baraka, id, { status: DOMAIN_ACTIVE })
  const active = await stored(id)
  expect(active).toMatchObject({ answered_by: asha.id, activated_by: baraka.id })
  // Set back and activated again.
  await save(baraka, id, { status: 'pending' })
  await save(asha, id, { status: DOMAIN_ACTIVE })
  expect(await stored(id)).toEqual(active)
})

test('a request that is activated at once is answered by it, and what was refused leaves nothing', async () => {
  const id = await arrived('at-once.com', 1)
  expect((await save(asha, id, { status: 'available' })).status).toBe(400)
  expect(await stored(id)).toBeUndefined()
  await save(asha, id, { status: DOMAIN_ACTIVE })
  const row = await stored(id)
  expect(row!['activated_at']).toEqual(row!['answered_at'])
})

test('of eight admins who answer at once, the one whose answer counts is stored', async () => {
  const id = await arrived('race.com', 1)
  const { version } = (await asha.call('GET', `/api/admin/domain-requests?id=${id}`)).body.items[0]
  const admins = await Promise.all(Array.from({ length: 8 }, () => shop.admin()))
  const answers = await Promise.all(
    admins.map((one) => save(one, id, { status: 'available', price: 10, version })),
  )
  const won = admins[answers.findIndex(({ status }) => status === 200)]!
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await stored(id)).toMatchObject({ answered_by: won.id })
})

test('median, ninetieth and share are right in total, by week, and by person and product', async () => {
  await shop.sql('delete from answer_times')
  await shop.sql('update requests set stage = $1', ['rejected'])
  // Ten of Asha in this week, of 1 to 10 minutes; two of Baraka a week before, of 20 minutes and 3 hours.
  const [now] = await shop.sql(
    `select date_trunc('week', now() at time zone 'Africa/Dar_es_Salaam') at time zone 'Africa/Dar_es_Salaam' as monday`,
  )
  const monday: Date = now!['monday']
  const insert = (kind: string, days: number, minutes: number, by: string | null, active: number | null) =>
    shop.sql(
      `with r as (insert into requests (id, user_id, kind, subject, status, stage, created_at)
         values (gen_random_uuid(), $1, $2, gen_random_uuid()::text, 'available', 'offered',
                 $3::timestamptz + $4 * interval '1 day' + interval '1 minute') returning id, created_at)
       insert into answer_times (request_id, kind, arrived_at, answered_at, answered_by, activated_at, activated_by)
       select id, $2, created_at, created_at + $5 * interval '1 minute', $6,
              created_at + $7::int * interval '1 minute', case when $7::int is null then null else $6::uuid end from r`,
      [juma.id, kind, monday, days, minutes, by, active],
    )
  for (let minutes = 1; minutes <= 10; minutes++) await insert('domain', 0, minutes, asha.id, minutes * 2)
  await insert('email', -7, 20, baraka.id, null)
  await insert('email', -7, 180, baraka.id, null)
  // The last minute of the week before, in the shop's zone, and what is older than the range.
  await insert('email', -0.001, 1, null, 5)
  await insert('domain', -28, 1, asha.id, 1)
  const { promised_minutes, all, weeks, people } = await show('?weeks=4')
  expect(promised_minutes).toBe(10)
  expect(all.answers).toEqual({ count: 13, within: 11, median: 360, ninetieth: 1080 })
  expect(all.activations).toEqual({ count: 11, within: 6, median: 600, ninetieth: 1080 })
  expect(weeks).toHaveLength(4)
  expect(weeks.map((one: any) => one.answers.count)).toEqual([0, 0, 3, 10]) // oxlint-disable-line typescript/no-explicit-any
  expect(weeks[3]).toMatchObject({
    answers: { within: 10, median: 330, ninetieth: 546 },
    activations: { count: 10, within: 5, median: 660 },
  })
  expect(weeks[0]).toMatchObject({ overdue: 0, answers: { count: 0, median: null, ninetieth: null } })
  expect(people).toMatchObject([
    { person: { name: 'Asha Mwangi' }, kind: 'domain', answers: { count: 10 } },
    {
      person: { name: 'Baraka Said' },
      kind: 'email',
      answers: { count: 2, within: 0, median: 6000 },
      activations: { count: 0 },
    },
    { person: null, kind: 'email', answers: { count: 1 } },
  ])
  expect((await show('?weeks=4&kind=email')).all.answers.count).toBe(3)
  expect((await show('?weeks=5')).all.answers.count).toBe(14)
})

test('what still waits longer than promised is counted beside it', async () => {
  await arrived('overdue.com', 11)
  await arrived('still-in-time.com', 2)
  const { all, weeks } = await show()
  expect(all.overdue).toBe(1)
  expect(weeks.reduce((sum: number, { overdue }: { overdue: number }) => sum + overdue, 0)).toBe(1)
  await asha.call('PATCH', '/api/admin/settings', { values: { 'requests.promiseMinutes': 1 } })
  expect((await show()).all.overdue).toBe(2)
  await asha.call('PATCH', '/api/admin/settings', { values: { 'requests.promiseMinutes': 10 } })
})

test('the requests are exported one by one, in pages, and the export is logged', async () => {
  await shop.sql(
    `with r as (insert into requests (id, user_id, kind, subject, status, stage, created_at)
       select gen_random_uuid(), $1, 'hosting', '=Basic ' || n, 'approved', 'offered', now() - interval '1 hour'
         from generate_series(1, 1100) n returning id, created_at)
     insert into answer_times (request_id, kind, arrived_at, answered_at, answered_by)
     select id, 'hosting', created_at, created_at + interval '90 seconds', $2 from r`,
    [juma.id, asha.id],
  )
  const file = await asha.call('GET', '/api/admin/answer-times/export?weeks=4&kind=hosting')
  expect(file.headers.get('content-disposition')).toMatch(/answer-times-\d{4}-\d\d-\d\d\.csv/)
  const lines = String(file.body).trim().split('\r\n')
  expect(lines).toHaveLength(1101)
  expect(new Set(lines).size).toBe(1101)
  expect(lines[0]).toContain('request,product,subject,arrived_at')
  expect(lines[1]).toContain(`,${asha.email},1.5,yes,`)
  // Nothing is a formula.
  expect(lines[1]).toContain(`,'=Basic`)
  expect(
    await shop.sql(`select actor_id, after from audit_log where action = 'answer-times.exported'`),
  ).toEqual([{ actor_id: asha.id, after: { weeks: 4, kind: 'hosting' } }])
  expect((await asha.call('GET', '/api/admin/answer-times/export?weeks=99')).status).toBe(400)
  expect((await baraka.call('GET', '/api/admin/answer-times')).status).toBe(403)
  expect((await juma.call('GET', '/api/admin/answer-times')).status).toBe(403)
})

test('requests from before the table have their times from the audit log', async () => {
  const text = await readFile('db/upgrade/0044_presence_and_answer_times.sql', 'utf8')
  const id = await arrived('before.com', 30)
  await save(asha, id, { admin_feedback: 'Tunaangalia' })
  await save(asha, id, { status: 'available', price: 10 })
  await save(baraka, id, { status: 'available', price: 11 })
  await save(baraka, id, { status: DOMAIN_ACTIVE })
  const written = await stored(id)
  await shop.sql('delete from answer_times')
  await shop.sql(text.slice(text.lastIndexOf('insert into')))
  const found = await stored(id)
  expect(found).toMatchObject({ answered_by: asha.id, activated_by: baraka.id, kind: 'domain' })
  for (const column of ['answer_seconds', 'activation_seconds'])
    expect(Math.abs(found![column] - written![column])).toBeLessThanOrEqual(60)
})
