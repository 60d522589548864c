import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eightTimes } from '../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../app/testing/shop.ts'
import { deleteOldWebhooks } from './endpoints.ts'
import { listeningIn } from './testing/listening.ts'

/** Limits of endpoints, and what admins read and repeat of the log. */

let shop: Shop
let admin: Person
let asha: Person
beforeAll(async () => {
  shop = await openShop({ env: { WEBHOOK_ALLOW: '127.0.0.1/32' } })
  admin = await shop.admin()
  asha = await shop.customer()
})
afterEach(async () => {
  await shop.sql(`delete from webhook_endpoints`)
  await closeReceivers()
})
afterAll(() => shop.close())

const { listenFor, ask, rows, until, settled, closeReceivers } = listeningIn(() => ({ shop, admin, asha }))

describe('an endpoint', () => {
  test.each([
    ['a query', '/hook?token=secret-of-theirs'],
    ['a path', '/services/T0/secret-of-theirs'],
    ['a path and a query', '/secret-of-theirs?secret-of-theirs'],
  ])('with a secret in %s shows it to nobody who may not change it, and not in the log', async (_, end) => {
    const { id, receiver } = await listenFor('order.placed')
    const { origin } = new URL(receiver.url)
    const url = `${origin}${end}`
    expect((await admin.call('PATCH', `/api/admin/webhooks/${id}`, { version: 1, url })).status).toBe(200)
    await ask()
    await shop.sql(
      `insert into webhook_deliveries (id, endpoint_id, event_id, type, body) values (gen_random_uuid(), $1, 1, 'order.placed', '{}')`,
      [id],
    )
    const reader = await shop.admin('read-only')
    for (const path of ['/api/admin/webhooks', '/api/admin/webhook-deliveries', '/api/admin/audit']) {
      const { status, body } = await reader.call('GET', path)
      expect([path, status, body.items.length > 0]).toEqual([path, 200, true])
      expect(JSON.stringify(body)).not.toContain('secret-of-theirs')
      expect(JSON.stringify(body)).toContain(`${origin}/…`)
    }
    for (const path of ['/api/admin/webhooks', '/api/admin/webhook-deliveries'])
      expect((await admin.call('GET', path)).body.items[0].url).toBe(url)
  })

  test('is checked again when its address changes', async () => {
    const { id, receiver } = await listenFor('order.placed')
    const change = (url: string, version: number) =>
      admin.call('PATCH', `/api/admin/webhooks/${id}`, { version, url })
    expect((await change('https://10.0.0.1/', 1)).body.code).toBe('TARGET_REFUSED')
    expect((await change(`${receiver.url}?other`, 1)).status).toBe(200)
  })

  test('is one of twenty at most', async () => {
    await shop.sql(
      `insert into webhook_endpoints (id, url, types, sources) select gen_random_uuid(), 'https://example.com/', '{}', '{}' from generate_series(1, 20)`,
    )
    const answer = await admin.call('PUT', `/api/admin/webhooks/${randomUUID()}`, {
      url: 'https://127.0.0.1/',
      types: ['order.placed'],
    })
    expect(answer.body.code).toBe('TOO_MANY')
  })

  test('is one of twenty at most when eight are made at once', async () => {
    await shop.sql(`delete from webhook_endpoints`)
    await shop.sql(
      `insert into webhook_endpoints (id, url, types, sources) select gen_random_uuid(), 'https://example.com/', '{}', '{}' from generate_series(1, 17)`,
    )
    const answers = await eightTimes((turn) =>
      shop.at(turn % shop.nodes.length, admin.token)('PUT', `/api/admin/webhooks/${randomUUID()}`, {
        url: 'https://127.0.0.1/',
        types: ['order.placed'],
      }),
    )
    expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
      ...Array(3).fill(200),
      ...Array(5).fill('TOO_MANY'),
    ])
    expect(await shop.sql(`select count(*)::int from webhook_endpoints`)).toEqual([{ count: 20 }])
  })
})

test('an outcome that comes after another attempt is dropped', async () => {
  const { receiver } = await listenFor('request.created')
  let hanging: { end(): void } | undefined
  receiver.answers.push(
    (response) => (hanging = response),
    (response) => void response.writeHead(500).end(),
  )
  await ask()
  await receiver.arrived(1)
  await shop.sql(`update webhook_deliveries set due_at = now()`)
  await until(rows, ([row]) => row?.['status'] === 500)
  hanging!.end()
  // Another one is sent meanwhile.
  await ask()
  await until(rows, (found) => found.some(({ state }) => state === 'sent'))
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 2, status: 500 }, { state: 'sent' }])
})

describe('the log', () => {
  test('is narrowed to an endpoint and to a state', async () => {
    const [one, two] = [await listenFor('request.created'), await listenFor('request.created')]
    await ask()
    await settled()
    const of = async (query: string) =>
      (await admin.call('GET', `/api/admin/webhook-deliveries?${query}`)).body.items.map(
        ({ endpoint_id }: { endpoint_id: string }) => endpoint_id,
      )
    expect(await of(`endpoint=${one.id}`)).toEqual([one.id])
    expect((await of('status=sent')).toSorted()).toEqual([one.id, two.id].toSorted())
    expect(await of('status=failed')).toEqual([])
  })

  test('sends nothing again to an endpoint that is off, and counts from the start otherwise', async () => {
    const { id, receiver } = await listenFor('request.created')
    await ask()
    await settled()
    const [{ id: delivery }] = (await rows()) as [{ id: string }]
    const resend = () => admin.call('POST', `/api/admin/webhook-deliveries/${delivery}/send`, {})
    await shop.sql(`update webhook_endpoints set is_on = false where id = $1`, [id])
    expect((await resend()).body.code).toBe('NOT_RETRYABLE')
    await shop.sql(`update webhook_endpoints set is_on = true where id = $1`, [id])
    await shop.sql(`update webhook_deliveries set attempts = 7`)
    receiver.answers.push((response) => void response.writeHead(500).end())
    expect((await resend()).body).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(await until(rows, ([row]) => row?.['status'] === 500)).toMatchObject([
      { state: 'waiting', attempts: 1 },
    ])
  })

  test('and secrets are kept for their time', async () => {
    const { id } = await listenFor('request.created')
    await ask()
    await settled()
    await admin.call('PUT', `/api/admin/webhooks/${id}/secret`, {})
    const { database } = shop.nodes[0]!
    const kept = async () => [
      (await rows()).length,
      (await shop.sql(`select id from webhook_secrets where endpoint_id = $1`, [id])).length,
    ]
    await deleteOldWebhooks(database)
    expect(await kept()).toEqual([1, 2])
    await shop.sql(`update webhook_deliveries set created_at = now() - interval '31 days'`)
    await shop.sql(
      `update webhook_secrets set expires_at = now() - interval '1 second' where expires_at is not null`,
    )
    await deleteOldWebhooks(database)
    expect(await kept()).toEqual([0, 1])
  })
})
