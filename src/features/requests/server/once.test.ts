import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../products/domain.ts'
import { changeSetting } from '../../settings/server/save-settings.ts'
import { clearSettingsCache } from '../../settings/server/settings.ts'
import { ownedIn } from './testing/owned.ts'

/** What must happen once, with eight concurrent requests on two nodes. */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  admin = await shop.admin()
})
afterAll(() => shop.close())

let receipts = 0
const receipt = () => ({ payer_name: 'Asha', receipt_number: `R${++receipts}`, payment_method: 'M-Pesa' })

const { offer, own, expire } = ownedIn(() => ({ shop, admin }))

describe('activation', () => {
  test('saved 8 times at once creates one record', async () => {
    const asha = await shop.customer()
    const request = await offer(asha, 'eight-activations.com')
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, admin.token)('PATCH', `/api/admin/domain-requests/${request}`, {
        status: DOMAIN_ACTIVE,
      }),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    expect(await shop.sql(`select 1 from services where request_id = $1`, [request])).toHaveLength(1)
    expect(
      await shop.sql(`select 1 from events where entity_id = $1 and type = 'request.activated'`, [request]),
    ).toHaveLength(1)
  })

  test('of one name for 8 customers at once leaves one holder, and the others unchanged', async () => {
    const people = await eightTimes(() => shop.customer())
    const requests = await Promise.all(people.map((person) => offer(person, 'one-holder.com')))
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, admin.token)('PATCH', `/api/admin/domain-requests/${requests[turn]}`, {
        status: DOMAIN_ACTIVE,
      }),
    )
    const refused = answers.filter((answer) => answer.status === 409)
    expect(refused).toHaveLength(7)
    const [holder] = await shop.sql(
      `select p.email from services r join profiles p on p.id = r.user_id where r.name = 'one-holder.com'`,
    )
    expect(refused[0]!.body).toMatchObject({
      code: 'RECORD_FAILED',
      message: 'Failed to create domain record',
      data: { name: 'one-holder.com', held_by: holder!.email },
    })
    const statuses = await shop.sql(
      `select status from requests where subject = 'one-holder.com' and status = 'available'`,
    )
    expect(statuses).toHaveLength(7)
  })

  test('set back leaves the record, and set again makes no second', async () => {
    const asha = await shop.customer()
    const { request_id } = await own(asha, 'back-and-forth.com')
    await admin.call('PATCH', `/api/admin/domain-requests/${request_id}`, { status: 'rejected' })
    await admin.call('PATCH', `/api/admin/domain-requests/${request_id}`, { status: DOMAIN_ACTIVE })
    expect(await shop.sql(`select status from services where request_id = $1`, [request_id])).toEqual([
      { status: 'active' },
    ])
  })
})

describe('a payment', () => {
  test('claimed 8 times at once is one claim', async () => {
    const asha = await shop.customer()
    const request = await offer(asha, 'eight-claims.com')
    const paid = receipt()
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, asha.token)('POST', `/api/domain-requests/${request}/payment`, paid),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect(await shop.sql(`select 1 from claims where request_id = $1`, [request])).toHaveLength(1)
  })

  test('with one receipt by 8 customers at once is one claim; the others are refused, and seen by admins', async () => {
    const people = await eightTimes(() => shop.customer())
    const requests = await Promise.all(
      people.map((person, turn) => offer(person, `shared-receipt-${turn}.com`)),
    )
    const spellings = ['SHARED 77', 'shared-77', 'Shared77', ' shared.77 ']
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, people[turn]!.token)('POST', `/api/domain-requests/${requests[turn]}/payment`, {
        payer_name: 'Asha',
        receipt_number: spellings[turn % 4],
        payment_method: turn % 2 ? 'mpesa' : 'Vodacom M-Pesa',
      }),
    )
    const refused = answers.filter((answer) => answer.status === 409)
    expect(refused).toHaveLength(7)
    expect(refused[0]!.body).toMatchObject({
      code: 'RECEIPT_USED',
      message: 'This receipt number has already been used.',
    })
    expect(await shop.sql(`select 1 from claims where number = 'shared77'`)).toHaveLength(1)
    const { body } = await admin.call('GET', '/api/admin/domain-requests?q=shared-receipt')
    const counts = body.items.map((one: { refused_claims: number }) => one.refused_claims).sort()
    expect(counts).toEqual([0, 1, 1, 1, 1, 1, 1, 1])
  })

  test('under another method is accepted and marked', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const [first, second] = [await offer(asha, 'marked-one.com'), await offer(juma, 'marked-two.com')]
    const paid = { ...receipt(), receipt_number: 'SAME-NUMBER' }
    await asha.call('POST', `/api/domain-requests/${first}/payment`, paid)
    const other = await juma.call('POST', `/api/domain-requests/${second}/payment`, {
      ...paid,
      payment_method: 'Bank',
    })
    expect(other.status).toBe(200)
    const { body } = await admin.call('GET', '/api/admin/domain-requests?q=marked-')
    expect(
      body.items.map((one: { claim: { receipt_seen_before: boolean } }) => one.claim.receipt_seen_before),
    ).toEqual([true, true])
  })

  test('turned down gives the form, the reason and the receipt back, and stays as rejected', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const [first, second] = [await offer(asha, 'turned-down.com'), await offer(juma, 'turned-down-too.com')]
    const paid = receipt()
    await asha.call('POST', `/api/domain-requests/${first}/payment`, paid)
    const at = `/api/admin/domain-requests/${first}/payment/reject`
    const stale = await admin.call('POST', at, { reason: 'Another claim', version: 1 })
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', data: { payment_confirmed: true } },
    })
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, admin.token)('POST', at, { reason: 'No such receipt' }),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(409)])
    const { body } = await asha.call('GET', '/api/domain-requests')
    expect(body.items[0]).toMatchObject({
      payment_confirmed: false,
      receipt_number: null,
      claim_rejection: 'No such receipt',
    })
    expect((await juma.call('POST', `/api/domain-requests/${second}/payment`, paid)).status).toBe(200)
    expect((await asha.call('POST', `/api/domain-requests/${first}/payment`, paid)).body.code).toBe(
      'RECEIPT_USED',
    )
    const kept = await shop.sql(`select state, reason from claims where request_id = $1`, [first])
    expect(kept).toEqual([{ state: 'rejected', reason: 'No such receipt' }])
  })

  test('of punctuation alone is no receipt', async () => {
    const asha = await shop.customer()
    const request = await offer(asha, 'punctuation.com')
    const answer = await asha.call('POST', `/api/domain-requests/${request}/payment`, {
      ...receipt(),
      receipt_number: '---',
    })
    const body = { code: 'FIELDS_REQUIRED', message: 'Please fill in all fields.' }
    expect(answer).toMatchObject({ status: 400, body })
    const plan = { plan_name: 'Basic', billing_period: 'monthly' }
    const { body: hosting } = await asha.call('POST', '/api/hosting-requests', plan)
    const paid = { ...receipt(), payment_method: '...' }
    expect((await asha.call('POST', `/api/hosting-requests/${hosting.id}/payment`, paid)).body).toMatchObject(
      {
        ...body,
        message: 'Please fill in all payment fields.',
      },
    )
  })
})

describe('renewal', () => {
  test('pressed 8 times at once extends once, to a year from now, and is one task', async () => {
    const asha = await shop.customer()
    const service = await own(asha, 'eight-renewals.com')
    await expire(service.id)
    const answers = await eightTimes((turn) =>
      shop.at(turn % 2, asha.token)('POST', `/api/domains/${service.id}/renew`),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(409)])
    const [after] = await shop.sql(`select expires_at, status, version from services where id = $1`, [
      service.id,
    ])
    expect(after).toMatchObject({ status: 'active', version: service.version + 1 })
    const nextYear = new Date()
    nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1)
    expect(Math.abs(after!.expires_at.getTime() - nextYear.getTime())).toBeLessThan(60_000)

    const tasks = await admin.call('GET', '/api/admin/renewals')
    const mine = tasks.body.items.filter((one: { name: string }) => one.name === 'eight-renewals.com')
    expect(mine).toHaveLength(1)
    const done = await eightTimes((turn) =>
      shop.at(turn % 2, admin.token)('POST', `/api/admin/renewals/${mine[0].id}/done`),
    )
    expect(done.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(404)])
  })

  test('of a hosting plan is a task that names its customer, the sites they hold, and their words', async () => {
    const asha = await shop.customer({ full_name: 'Asha Mwangi' })
    for (const name of ['site-one.com', 'site-two.co.tz']) await own(asha, name)
    const asked = await asha.call('POST', '/api/hosting-requests', {
      plan_name: 'Custom Plan',
      manual_details: 'Two sites and a shop',
    })
    await admin.call('PATCH', `/api/admin/hosting-requests/${asked.body.id}`, {
      status: 'active',
      price: 20,
      billing_period: 'yearly',
    })
    const [service] = await shop.sql(`select id from services where user_id = $1 and kind = 'hosting'`, [
      asha.id,
    ])
    await expire(service!.id)
    expect((await asha.call('POST', `/api/hosting-accounts/${service!.id}/renew`)).status).toBe(200)
    const { items } = (await admin.call('GET', '/api/admin/renewals')).body
    expect(items[0]).toMatchObject({
      kind: 'hosting',
      name: 'Custom Plan',
      sites: ['site-one.com', 'site-two.co.tz'],
      manual_details: 'Two sites and a shop',
      requester: { full_name: 'Asha Mwangi', email: asha.email },
    })
    const domain = await own(asha, 'site-three.com')
    await expire(domain.id)
    await asha.call('POST', `/api/domains/${domain.id}/renew`)
    expect((await admin.call('GET', '/api/admin/renewals')).body.items[0]).toMatchObject({
      name: 'site-three.com',
      sites: [],
      manual_details: null,
    })
  })

  test('is refused before the expiry, and of what somebody else holds', async () => {
    const [asha, juma] = [await shop.customer(), await shop.customer()]
    const service = await own(asha, 'too-early.com')
    expect((await asha.call('POST', `/api/domains/${service.id}/renew`)).body.code).toBe('NOT_RENEWABLE')
    await expire(service.id)
    expect((await juma.call('POST', `/api/domains/${service.id}/renew`)).status).toBe(404)
    expect((await asha.call('POST', `/api/emails/${service.id}/renew`)).status).toBe(404)
  })

  const setMode = (mode: 'instant' | 'paid') =>
    shop.nodes[0]!.database.write('service', (tx) => changeSetting(tx, 'renewals', mode)).then(() => {
      for (const node of shop.nodes) clearSettingsCache(node.database)
    })

  test('after payment asks for the price of a plan again, and leaves a custom one to the admin', async () => {
    await setMode('paid')
    try {
      const asha = await shop.customer()
      const pricesOf = async (wish: object) => {
        const { body: asked } = await asha.call('POST', '/api/hosting-requests', wish)
        const active = { status: 'active', billing_period: 'yearly' }
        await admin.call('PATCH', `/api/admin/hosting-requests/${asked.id}`, active)
        const [service] = await shop.sql(`select id from services where request_id = $1`, [asked.id])
        await expire(service!.id)
        const { body } = await asha.call('POST', `/api/hosting-accounts/${service!.id}/renew`)
        return [body.request.price, body.request.billing_period, body.request.renews === service!.id]
      }
      const plan = { plan_name: 'Basic', billing_period: 'yearly' }
      expect(await pricesOf(plan)).toEqual([59.99, 'yearly', true])
      // A custom plan has no price, even under the name of a sold plan.
      const custom = { plan_name: 'Basic', manual_details: 'a lot' }
      expect(await pricesOf(custom)).toEqual([null, 'yearly', true])
    } finally {
      await setMode('instant')
    }
  })

  test('after payment extends from the later of now and the expiry, once', async () => {
    await setMode('paid')
    try {
      const asha = await shop.customer()
      const service = await own(asha, 'paid-renewal.com')
      expect((await asha.call('POST', `/api/domains/${service.id}/renew`)).body.code).toBe('NOT_RENEWABLE')
      await expire(service.id, '-20 days')
      const answers = await eightTimes((turn) =>
        shop.at(turn % 2, asha.token)('POST', `/api/domains/${service.id}/renew`),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(409)])
      const { request, record: shown } = answers.find((answer) => answer.status === 200)!.body
      expect(request).toMatchObject({
        requested_domain: 'paid-renewal.com',
        status: 'pending',
        renews: service.id,
      })
      expect(shown.renewal).toBe('requested')

      const [before] = await shop.sql(`select expires_at from services where id = $1`, [service.id])
      await eightTimes((turn) =>
        shop.at(turn % 2, admin.token)('PATCH', `/api/admin/domain-requests/${request.id}`, {
          status: DOMAIN_ACTIVE,
        }),
      )
      const [after] = await shop.sql(`select expires_at from services where id = $1`, [service.id])
      const year = new Date(before!.expires_at)
      year.setUTCFullYear(year.getUTCFullYear() + 1)
      expect(after!.expires_at).toEqual(year)
      expect(await shop.sql(`select 1 from services where name = 'paid-renewal.com'`)).toHaveLength(1)
    } finally {
      await setMode('instant')
    }
  })
})
