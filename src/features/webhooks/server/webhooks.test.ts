import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { refreshSources, signingSecrets } from './endpoints.ts'
import { retryDelay } from '../../../server/outbox.ts'
import { webhookRetries } from './webhooks.jobs.ts'
import { listeningIn } from './testing/listening.ts'
import { verified } from './testing/receiver.ts'

/** Webhooks from the change to the receiver, on two nodes. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2, env: { WEBHOOK_ALLOW: '127.0.0.1/32' } })
  admin = await shop.admin()
  asha = await shop.customer()
})
afterEach(async () => {
  await shop.sql(`delete from webhook_endpoints`)
  await closeReceivers()
})
afterAll(() => shop.close())

const { listenFor, ask, rows, until, settled, serial, closeReceivers } = listeningIn(() => ({
  shop,
  admin,
  asha,
}))

describe('what happens to a request, an order, a payment and a service', () => {
  test('is sent as its customer sees it, signed, in the order of the events', async () => {
    const { receiver, secret } = await listenFor(
      'request.created',
      'request.priced',
      'request.active',
      'payment.claimed',
      'payment.confirmed',
      'service.ended',
    )
    const { body: request } = await ask()
    await receiver.arrived(1)
    await admin.call('PATCH', `/api/admin/domain-requests/${request.id}`, { status: 'available', price: 10 })
    await receiver.arrived(2)
    const claim = { payer_name: 'Asha', receipt_number: `R${serial()}`, payment_method: 'Bank' }
    await asha.call('POST', `/api/domain-requests/${request.id}/payment`, claim)
    await receiver.arrived(3)
    await admin.call('PATCH', `/api/admin/domain-requests/${request.id}`, {
      status: 'YOUR DOMAIN IS ACTIVE NOW',
    })
    await receiver.arrived(5)
    const [service] = await shop.sql(
      `update services set expires_at = now() - interval '1 day' where request_id = $1 returning id`,
      [request.id],
    )
    expect((await admin.call('POST', `/api/admin/services/${service!.id}/release`, {})).status).toBe(200)
    const arrivals = (await receiver.arrived(6)).map((one) => verified(secret, one))
    expect(arrivals.map(({ type }) => type).toSorted()).toEqual(
      [
        'payment.claimed',
        'payment.confirmed',
        'request.active',
        'request.created',
        'request.priced',
        'service.ended',
      ].toSorted(),
    )
    const of = (type: string) => arrivals.find((one) => one.type === type)!
    const shown = (await asha.call('GET', '/api/domain-requests')).body.items.find(
      ({ id }: { id: string }) => id === request.id,
    )
    expect(of('request.active').data).toEqual({ product: 'domain', ...shown })
    expect(of('request.priced').data).toMatchObject({ price: 10, status: 'available' })
    expect(of('payment.claimed').data).toMatchObject({
      state: 'claimed',
      request_id: request.id,
      user_id: asha.id,
    })
    expect(of('payment.confirmed').data).toMatchObject({ state: 'paid', request_id: request.id, rest: 0 })
    expect(of('service.ended').data).toMatchObject({ product: 'domain', id: service!.id })
    expect(of('service.ended').timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    await settled()
  })

  test('is not sent where the endpoint does not want it or is off', async () => {
    const wanted = await listenFor('request.rejected')
    const off = await listenFor('request.created')
    const { body } = await admin.call('GET', '/api/admin/webhooks')
    const { version } = body.items.find(({ id }: { id: string }) => id === off.id)
    await admin.call('PATCH', `/api/admin/webhooks/${off.id}`, { version, is_on: false })
    const { body: request } = await ask()
    await admin.call('PATCH', `/api/admin/domain-requests/${request.id}`, { status: 'available', price: 10 })
    await until(rows, (found) => found.length === 0)
    expect([wanted.receiver.arrivals, off.receiver.arrivals]).toEqual([[], []])
  })
})

test('eight changes at once are sent once each, by two nodes to two endpoints', async () => {
  const [one, two] = [await listenFor('request.created'), await listenFor('request.created')]
  await Promise.all(Array.from({ length: 8 }, ask))
  await Promise.all([one.receiver.arrived(8), two.receiver.arrived(8)])
  await settled()
  for (const { receiver, secret } of [one, two]) {
    expect(new Set(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).size).toBe(8)
    expect(new Set(receiver.arrivals.map((arrival) => verified(secret, arrival).data['id'])).size).toBe(8)
    expect(receiver.arrivals).toHaveLength(8)
  }
  expect(await rows()).toHaveLength(16)
})

test('a change that is rolled back is not sent', async () => {
  await listenFor('request.created')
  await shop.nodes[0]!.database.write('service', async ({ db }) => {
    await db
      .insertInto('events')
      .values({ user_id: asha.id, type: 'request.submitted', topics: [], data: '{}' })
      .execute()
    throw new Error('rolled back')
  }).catch(() => {})
  expect(await rows()).toEqual([])
})

describe('a delivery that fails', () => {
  test('is sent again with its id and its contents: after a 500 and after a hang', async () => {
    const { receiver, secret } = await listenFor('request.created')
    receiver.answers.push((response) => void response.writeHead(500).end('out of order'))
    await ask()
    await receiver.arrived(1)
    const [failed] = await until(rows, ([row]) => row?.['status'] === 500)
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, reason: 'status', answer: 'out of order' })
    const list = await admin.call('GET', '/api/admin/webhook-deliveries?status=waiting')
    expect(list.body.items).toMatchObject([
      { answer_status: 500, answer: 'out of order', type: 'request.created' },
    ])
    const wait = new Date(failed!['due_at'] as string).getTime() - Date.now()
    expect(wait).toBeLessThanOrEqual(6_000)
    await shop.sql(`update webhook_deliveries set due_at = now()`)
    await receiver.arrived(2)
    const [first, second] = receiver.arrivals
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(verified(secret, second!)).toEqual(verified(secret, first!))
    await settled()
  })

  test('of a node that died in the middle is taken over after the lease, with the same id', async () => {
    const { receiver } = await listenFor('request.created')
    // The first node never gets to store the outcome.
    let hanging: { end(): void } | undefined
    receiver.answers.push((response) => (hanging = response))
    await ask()
    await receiver.arrived(1)
    await shop.sql(`update webhook_deliveries set due_at = now()`)
    await receiver.arrived(2)
    await settled()
    hanging!.end()
    expect(new Set(receiver.arrivals.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2 }])
  })

  test('waits longer each time, and is given up after the eighth attempt', () => {
    const waits = Array.from({ length: 8 }, (_, index) => retryDelay(webhookRetries, index + 1, 0.5))
    expect(waits).toEqual(
      [5, 300, 1800, 7200, 18_000, 36_000, 36_000, undefined].map((one) => one && one * 1000),
    )
  })

  test('for the last time can be sent again by an admin', async () => {
    const { receiver } = await listenFor('request.created')
    receiver.answers.push((response) => void response.writeHead(400).end())
    await ask()
    await until(rows, ([row]) => row?.['status'] === 400)
    let again: { end(): void } | undefined
    receiver.answers.push(
      (response) => void response.writeHead(400).end(),
      // What is under way is still waiting.
      (response) => (again = response),
    )
    await shop.sql(`update webhook_deliveries set attempts = 7, due_at = now()`)
    const [{ id }] = (await until(rows, ([row]) => row?.['state'] === 'failed')) as [{ id: string }]
    const calls = await Promise.all(
      Array.from({ length: 8 }, () => admin.call('POST', `/api/admin/webhook-deliveries/${id}/send`, {})),
    )
    expect(calls.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(409)])
    await receiver.arrived(3)
    again!.end()
    await settled()
    expect(receiver.arrivals).toHaveLength(3)
    expect(new Set(receiver.arrivals.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
  })
})

describe('an endpoint', () => {
  test('that fails for five days is switched off, and every admin gets one mail', async () => {
    const { id, receiver } = await listenFor('request.created')
    receiver.answers.push((response) => void response.writeHead(500).end())
    await ask()
    await until(rows, ([row]) => row?.['status'] === 500)
    await shop.sql(`update webhook_endpoints set failing_since = now() - interval '6 days'`)
    receiver.answers.push((response) => void response.writeHead(500).end())
    await shop.sql(`update webhook_deliveries set due_at = now()`)
    const endpoints = () => shop.sql(`select is_on, off_reason from webhook_endpoints`)
    expect(await until(endpoints, ([row]) => row?.['is_on'] === false)).toEqual([
      { is_on: false, off_reason: 'failing' },
    ])
    expect(
      await shop.sql(`select recipient from mails where kind = 'webhook-off' and once like $1`, [`%${id}%`]),
    ).toEqual([{ recipient: admin.email }])
    expect(
      await shop.sql(
        `select actor_role from audit_log where action = 'webhook.switched-off' and entity_id = $1`,
        [id],
      ),
    ).toEqual([{ actor_role: 'service' }])
    const { body } = await admin.call('GET', '/api/admin/webhooks')
    const answer = await admin.call('PATCH', `/api/admin/webhooks/${id}`, {
      version: body.items[0].version,
      is_on: true,
    })
    expect(answer.body).toMatchObject({ is_on: true, off_reason: null, failing_since: null })
    await shop.sql(`update webhook_deliveries set due_at = now()`)
    await settled()
  })

  test('that answers 410 is switched off at once, and a good answer ends its failing', async () => {
    const gone = await listenFor('request.created')
    gone.receiver.answers.push((response) => void response.writeHead(410).end())
    const well = await listenFor('request.created')
    await shop.sql(`update webhook_endpoints set failing_since = now() - interval '1 day' where id = $1`, [
      well.id,
    ])
    await ask()
    const states = () => shop.sql(`select id, off_reason, failing_since from webhook_endpoints`)
    await until(states, (found) => found.some(({ off_reason }) => off_reason === 'gone'))
    const found = await until(
      states,
      (all) => all.find(({ id }) => id === well.id)!['failing_since'] === null,
    )
    expect(found.find(({ id }) => id === gone.id)!['failing_since']).not.toBeNull()
  })

  test('has its secret shown once and signs with both for a day after a rotation', async () => {
    const { id, receiver, secret } = await listenFor('request.created')
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const rotated = await admin.call('PUT', `/api/admin/webhooks/${id}/secret`, {})
    await ask()
    const [arrival] = await receiver.arrived(1)
    for (const one of [secret, rotated.body.secret]) verified(one, arrival!)
    const { database } = shop.nodes[0]!
    const inADay = new Date(Date.now() + 25 * 3600_000)
    expect(await signingSecrets(database, shop.keys, id, inADay)).toEqual([rotated.body.secret])
    await Promise.all(
      Array.from({ length: 8 }, () => admin.call('PUT', `/api/admin/webhooks/${id}/secret`, {})),
    )
    expect(await shop.sql(`select id from webhook_secrets where expires_at is null`)).toHaveLength(1)
    expect(await shop.sql(`select id from webhook_secrets`)).toHaveLength(2)
    const [everything] = await shop.sql(
      `select (select string_agg(e::text, '') from webhook_endpoints e) || (select string_agg(s::text, '') from webhook_secrets s)
           || (select string_agg(a::text, '') from audit_log a) || coalesce((select string_agg(i::text, '') from idempotency_keys i), '') as all_rows`,
    )
    const shown = JSON.stringify((await admin.call('GET', '/api/admin/webhooks')).body)
    for (const one of [secret, rotated.body.secret]) {
      expect(everything!['all_rows']).not.toContain(one.slice(6))
      expect(shown).not.toContain(one.slice(6))
    }
  })

  test('is refused where it is internal, no address, or its id is taken', async () => {
    const put = (url: string, id = randomUUID()) =>
      admin.call('PUT', `/api/admin/webhooks/${id}`, { url, types: ['order.placed'] })
    for (const url of [
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://[/',
      'http://93.184.215.14/',
      'https://[::ffff:10.0.0.1]/',
    ])
      expect([url, (await put(url)).body.code]).toEqual([url, 'TARGET_REFUSED'])
    for (const url of [
      'ftp://example.com/',
      'https://a:b@example.com/',
      'example.com',
      'https://example.com/#x',
    ])
      expect([url, (await put(url)).status]).toEqual([url, 400])
    const { id, receiver } = await listenFor('order.placed')
    expect((await put(receiver.url, id)).body.code).toBe('ALREADY_MADE')
    const changed = await admin.call('PATCH', `/api/admin/webhooks/${id}`, {
      version: 9,
      types: ['order.placed'],
    })
    expect(changed.body.code).toBe('CONFLICT')
  })

  test('of another version gets the sources of this one', async () => {
    const { id } = await listenFor('service.ended', 'order.placed')
    const sources = async () =>
      (await shop.sql(`select sources from webhook_endpoints where id = $1`, [id]))[0]!['sources']
    const saved = await sources()
    expect(saved.toSorted()).toEqual(['order.placed', 'record.ended', 'record.released'])
    await shop.sql(`update webhook_endpoints set sources = '{record.released}' where id = $1`, [id])
    await refreshSources(shop.nodes[0]!.database)
    expect((await sources()).toSorted()).toEqual(saved.toSorted())
  })

  test('is audited with what it was before and after', async () => {
    const { id, receiver } = await listenFor('order.placed')
    await admin.call('PATCH', `/api/admin/webhooks/${id}`, { version: 1, types: ['order.completed'] })
    await admin.call('DELETE', `/api/admin/webhooks/${id}`, {})
    const logged = `${new URL(receiver.url).origin}/…`
    expect(
      await shop.sql(
        `select action, actor_id, before, after from audit_log where entity_id = $1 order by at, id`,
        [id],
      ),
    ).toEqual([
      {
        action: 'webhook.created',
        actor_id: admin.id,
        before: null,
        after: { url: logged, types: ['order.placed'], is_on: true },
      },
      {
        action: 'webhook.changed',
        actor_id: admin.id,
        before: { url: logged, types: ['order.placed'], is_on: true },
        after: { url: logged, types: ['order.completed'], is_on: true },
      },
      {
        action: 'webhook.removed',
        actor_id: admin.id,
        before: { url: logged, types: ['order.completed'], is_on: true },
        after: null,
      },
    ])
  })
})
