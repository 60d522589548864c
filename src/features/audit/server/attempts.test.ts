import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'

/** Refused attempts are written to the audit log, and no one can fill the log with them. */

let shop: Shop
let asha: Person
beforeAll(async () => {
  shop = await openShop()
  asha = await shop.customer()
})
afterAll(() => shop.close())

const attempts = (person: Person) =>
  shop.sql(
    `select action, entity_id, after, actor_role from audit_log where actor_id = $1 and action like 'attempt.%' order by at, id`,
    [person.id],
  )

test("a call of what is the admins', another's row and a field of the server's are written down", async () => {
  const juma = await shop.customer()
  const { body: hers } = await asha.call('POST', '/api/domain-requests', { requested_domain: 'attempt.com' })
  expect((await juma.call('GET', '/api/admin/counters')).status).toBe(403)
  const payment = { payer_name: 'J', receipt_number: 'J1', payment_method: 'Bank' }
  expect((await juma.call('POST', `/api/domain-requests/${hers.id}/payment`, payment)).status).toBe(404)
  const body = { requested_domain: 'mine.com', price: 1, status: 'available', colour: 'red' }
  expect((await juma.call('POST', '/api/domain-requests', body)).status).toBe(400)
  expect(await attempts(juma)).toEqual([
    { action: 'attempt.forbidden', entity_id: 'insights.adminCounters', after: null, actor_role: 'user' },
    {
      action: 'attempt.foreign',
      entity_id: 'requests.domain.claimPayment',
      after: { id: hers.id },
      actor_role: 'user',
    },
    {
      action: 'attempt.field',
      entity_id: 'requests.domain.submit',
      after: { fields: ['price', 'status'] },
      actor_role: 'user',
    },
  ])
})

test("an admin's call for a row that is not there is an admin's", async () => {
  const admin = await shop.admin()
  const id = '01a2010d-aa12-7245-8a3a-52c5382e70cc'
  const decision = { status: 'rejected', price: null, admin_feedback: null }
  expect((await admin.call('PATCH', `/api/admin/domain-requests/${id}`, decision)).status).toBe(404)
  expect(await attempts(admin)).toMatchObject([{ action: 'attempt.foreign', actor_role: 'admin' }])
})

test('what is merely wrong leaves no trace', async () => {
  const juma = await shop.customer()
  await juma.call('POST', '/api/domain-requests', { requested_domain: '' })
  await juma.call('POST', '/api/domain-requests', { colour: 'red' })
  await juma.call('GET', '/api/domain-requests?cursor=x')
  await shop.at(0, 'nonsense')('GET', '/api/admin/counters')
  expect(await attempts(juma)).toEqual([])
})

test('repeated attempts are logged a few times only', async () => {
  const juma = await shop.customer()
  const answers = await Promise.all(Array.from({ length: 40 }, () => juma.call('GET', '/api/admin/counters')))
  expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(403))
  expect(await attempts(juma)).toHaveLength(5)
})
