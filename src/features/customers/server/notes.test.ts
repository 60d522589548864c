import { afterAll, beforeAll, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** Notes about a customer are for admins alone; each deletes their own, and the log keeps both acts. */

let shop: Shop
let admin: Person
let other: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  ;[admin, other] = [await shop.admin(), await shop.admin()]
  asha = await shop.customer({ full_name: 'Asha Mwangi' })
})
afterAll(() => shop.close())

const at = (person: Person, id = '') => `/api/admin/profiles/${person.id}/notes${id && `/${id}`}`
const bodies = async (person: Person) =>
  (await admin.call('GET', at(person))).body.items.map(({ body }: { body: string }) => body)

test('are listed newest first with author and time, and are marked as own', async () => {
  const first = await admin.call('POST', at(asha), { body: '  Calls on Mondays \n' })
  expect(first).toMatchObject({
    status: 201,
    body: { body: 'Calls on Mondays', own: true, author: { id: admin.id, full_name: 'Asha Mwangi' } },
  })
  await other.call('POST', at(asha), { body: 'Pays late' })
  const { body } = await admin.call('GET', at(asha))
  expect(body.items).toMatchObject([
    { body: 'Pays late', own: false, author: { id: other.id } },
    { id: first.body.id, own: true },
  ])
  const page = await admin.call('GET', `${at(asha)}?limit=1`)
  expect(
    (await admin.call('GET', `${at(asha)}?limit=1&cursor=${page.body.next_cursor}`)).body.items,
  ).toMatchObject([{ id: first.body.id }])
})

test('an admin deletes an own note once, and no other one', async () => {
  const juma = await shop.customer()
  const { body: note } = await admin.call('POST', at(juma), { body: 'Mine' })
  expect((await other.call('DELETE', at(juma, note.id))).status).toBe(404)
  expect((await admin.call('DELETE', at(asha, note.id))).status).toBe(404)
  expect(await bodies(juma)).toEqual(['Mine'])
  expect((await admin.call('DELETE', at(juma, note.id))).status).toBe(200)
  expect((await admin.call('DELETE', at(juma, note.id))).status).toBe(404)
  expect(await bodies(juma)).toEqual([])
  expect(
    await shop.sql(
      `select action, actor_id, before->>'note' as was, after->>'note' as is from audit_log
        where entity = 'profile' and entity_id = $1 and action like 'note.%' order by at`,
      [juma.id],
    ),
  ).toEqual([
    { action: 'note.added', actor_id: admin.id, was: null, is: 'Mine' },
    { action: 'note.deleted', actor_id: admin.id, was: 'Mine', is: null },
  ])
})

test('deleted eight times at once, on two nodes, it is deleted and logged once', async () => {
  const salma = await shop.customer()
  const { body: note } = await admin.call('POST', at(salma), { body: 'Once' })
  const answers = await eightTimes((n) => shop.at(n % 2, admin.token)('DELETE', at(salma, note.id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(404)])
  expect(
    await shop.sql(
      `select count(*)::int as n from audit_log where entity_id = $1 and action = 'note.deleted'`,
      [salma.id],
    ),
  ).toEqual([{ n: 1 }])
})

test('a customer neither reads nor writes them, nor gets an event', async () => {
  await admin.call('POST', at(asha), { body: 'Secret' })
  for (const person of [asha, await shop.customer()]) {
    expect((await person.call('GET', at(asha))).status).toBe(403)
    expect((await person.call('POST', at(asha), { body: 'x' })).status).toBe(403)
  }
  const events = await shop.sql(`select user_id, for_admins from events where type = 'note.changed'`)
  expect(events.every((event) => event['user_id'] === null && event['for_admins'])).toBe(true)
  expect(JSON.stringify((await asha.call('GET', '/api/account/export')).body)).not.toContain('Secret')
})

test('what is no note, or about nobody, is refused', async () => {
  for (const body of [{ body: ' ' }, { body: 'x'.repeat(4001) }, {}, { body: 'x', author_id: other.id }])
    expect((await admin.call('POST', at(asha), body)).status).toBe(400)
  expect((await admin.call('POST', at(other), { body: 'x' })).status).toBe(404)
  expect((await admin.call('GET', at(other))).status).toBe(404)
})
