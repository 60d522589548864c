import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { callerContext } from '../../../server/http/context.ts'
import { products } from '../../products/products.ts'
import { clearSettingsCache } from '../../settings/server/settings.ts'
import { submitRequest } from './submit-request.ts'

/** Requests for domains that the program answers, where the shop's settings say so. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(() => answerBy('at-once'))

const answerBy = async (answer: 'admin' | 'at-once') => {
  await shop.sql(
    `insert into settings (key, value) values ('requests.answer', to_jsonb($1::text))
     on conflict (key) do update set value = excluded.value`,
    [answer],
  )
  clearSettingsCache(shop.nodes[0]!.database)
}

const looked: string[] = []

/** Requests a domain as a person, where the registry answers with that status. */
function request(person: Person, requested_domain: string, status: string) {
  const identity = { person: person.id, session: person.session }
  const context = { database: shop.nodes[0]!.database, identity, idempotencyKey: undefined, now: new Date() }
  const caller = callerContext(context, undefined, undefined)
  const check = async () => {
    looked.push(requested_domain)
    if (status === 'throws') throw new Error('the look-up failed')
    return { status }
  }
  return submitRequest(caller, products.domain, { requested_domain }, check) as Promise<{
    id: string
    status: string
    price: number | null
  }>
}

test('a free name with a price is available at once, done by the program', async () => {
  const asha = await shop.customer()
  const made = await request(asha, 'haraka.com', 'available')
  expect(made).toMatchObject({ status: 'available', price: 10, payment_confirmed: false })
  const shown = (await asha.call('GET', '/api/domain-requests')).body.items[0]
  expect(shown).toMatchObject({ id: made.id, status: 'available', price: 10 })
  expect(
    await shop.sql(`select action, actor_role, actor_id from audit_log where entity_id = $1 order by seq`, [
      made.id,
    ]),
  ).toEqual([
    { action: 'request.submitted', actor_role: 'user', actor_id: asha.id },
    { action: 'request.reviewed', actor_role: 'service', actor_id: null },
  ])
  expect(
    (await shop.sql(`select type from events where entity_id = $1 order by id`, [made.id])).map(
      ({ type }) => type,
    ),
  ).toEqual(['request.submitted', 'request.changed'])
})

test.each([
  ['taken', 'gone.com'],
  ['premium', 'gold.com'],
  ['error', 'unclear.com'],
  ['unsupported', 'nobody.com'],
  ['throws', 'silent.com'],
  ['available', 'unpriced.co.tz'],
])('a name that is %s (%s) waits for an admin', async (status, name) => {
  const asha = await shop.customer()
  expect(await request(asha, name, status)).toMatchObject({ status: 'pending', price: null })
})

test('by default every request waits for an admin', async () => {
  await answerBy('admin')
  const asha = await shop.customer()
  expect(await request(asha, 'waits.com', 'available')).toMatchObject({ status: 'pending', price: null })
})

test('an admin overrules the answer of the program', async () => {
  const asha = await shop.customer()
  const { id } = await request(asha, 'overruled.com', 'available')
  const body = { status: 'available', price: 25, admin_feedback: 'A short name costs more.' }
  expect((await admin.call('PATCH', `/api/admin/domain-requests/${id}`, body)).body).toMatchObject({
    price: 25,
  })
})

test('no registry is queried for a session that has ended, nor where an admin answers', async () => {
  const asha = await shop.customer()
  await shop.sql(`delete from auth.sessions where id = $1`, [asha.session])
  await expect(request(asha, 'ended.com', 'available')).rejects.toMatchObject({
    refusal: { code: 'UNAUTHORIZED' },
  })
  await answerBy('admin')
  await request(await shop.customer(), 'unasked.com', 'available')
  expect(looked.filter((name) => ['ended.com', 'unasked.com'].includes(name))).toEqual([])
})

test('8 times at once is one request', async () => {
  const asha = await shop.customer()
  const answers = await eightTimes(() =>
    request(asha, 'eight-asked.com', 'available').catch((error: Error) => error),
  )
  const made = answers.flatMap((answer) => (answer instanceof Error ? [] : [answer.status]))
  expect(made).toEqual(['available'])
  const { items } = (await asha.call('GET', '/api/domain-requests')).body
  expect(items).toHaveLength(1)
})
