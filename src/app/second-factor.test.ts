import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from './testing/shop.ts'

/** A session that still has to pass the second factor may do nothing in the shop, on any node. */

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
})
afterAll(() => shop.close())

const needed = { status: 403, body: { code: 'SECOND_FACTOR_NEEDED' } }

/**
 * Adds an authenticator app to a person's account and verifies its code in their session, with the calls of the
 * protocol on the first node.
 */
async function showFactor(person: Person) {
  const factor = (await person.call('POST', '/auth/v1/factors', { factor_type: 'totp' })).body
  const challenge = await person.call('POST', `/auth/v1/factors/${factor.id}/challenge`, {})
  const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
  const { status, body } = await person.call('POST', `/auth/v1/factors/${factor.id}/verify`, {
    challenge_id: challenge.body.id,
    code,
  })
  expect(status).toBe(200)
  return body.access_token as string
}

/** Another session of the same person, by password only. */
async function passwordSession(person: Person): Promise<Person> {
  const [row] = await shop.sql(
    `insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1) returning id`,
    [person.id],
  )
  const token = await shop.tokenFor({ id: person.id, session: row!.id })
  return { ...person, session: row!.id, token, call: shop.at(0, token) }
}

describe('a session of somebody with a second factor', () => {
  test('reaches no endpoint of theirs before it was shown, and all of them after, on both nodes', async () => {
    const asha = await shop.customer()
    const raised = await showFactor(asha)
    const thief = await passwordSession(asha)
    const { body } = await shop.visitor('GET', '/api/openapi.json')
    const answers: [string, number][] = []
    for (const [path, operations] of Object.entries<Record<string, { responses: object }>>(body.paths))
      for (const [method, { responses }] of Object.entries(operations)) {
        if (!('401' in responses)) continue
        const at = `/api${path.replace(/\{\w+\}/g, asha.id)}`
        const { status } = await thief.call(method.toUpperCase(), at, method === 'get' ? undefined : {})
        answers.push([`${method} ${path}`, status])
      }
    expect(answers.length).toBeGreaterThan(30)
    expect(answers.filter(([, status]) => status !== 403)).toEqual([])
    for (const node of [0, 1]) {
      expect(await shop.at(node, thief.token)('GET', '/api/profile')).toMatchObject(needed)
      expect(await shop.at(node, thief.token)('GET', '/api/live')).toMatchObject(needed)
      expect((await shop.at(node, raised)('GET', '/api/profile')).status).toBe(200)
    }
    // The protocol's own calls are allowed, because they verify the factor.
    expect((await thief.call('GET', '/auth/v1/user')).status).toBe(200)
  })

  test('gets no file and sends none, as a customer or as an admin', async () => {
    const [asha, admin] = [await shop.customer(), await shop.admin()]
    await showFactor(asha)
    await showFactor(admin)
    const [thief, adminsThief] = [await passwordSession(asha), await passwordSession(admin)]
    for (const file of [`invoices/${asha.id}/pdf`, `charges/${asha.id}/pro-forma`]) {
      expect(await thief.call('GET', `/api/${file}`)).toMatchObject(needed)
      expect(await adminsThief.call('GET', `/api/admin/${file}`)).toMatchObject(needed)
    }
    for (const list of ['audit', 'services', 'orders'])
      expect(await adminsThief.call('GET', `/api/admin/${list}/export`)).toMatchObject(needed)
    const month = 'from=2026-01-01&to=2026-01-31'
    expect(await adminsThief.call('GET', `/api/admin/exports/payments?${month}`)).toMatchObject(needed)
    const csv = { 'content-type': 'text/csv' }
    const sent = await adminsThief.call('POST', '/api/admin/payments/statement', 'Date,Paid in', csv)
    expect(sent).toMatchObject(needed)
  })

  test('is closed the moment the factor is shown elsewhere', async () => {
    const asha = await shop.customer()
    const other = await passwordSession(asha)
    expect((await shop.at(1, other.token)('GET', '/api/profile')).status).toBe(200)
    await showFactor(asha)
    expect((await shop.at(1, other.token)('GET', '/api/profile')).status).toBe(401)
  })

  test('is open again, without a new log-in, once the factor is gone', async () => {
    const asha = await shop.customer()
    const raised = shop.at(0, await showFactor(asha))
    const waiting = await passwordSession(asha)
    const { body } = await raised('GET', '/auth/v1/user')
    await raised('DELETE', `/auth/v1/factors/${body.factors[0].id}`)
    expect((await waiting.call('GET', '/api/profile')).status).toBe(200)
    expect((await raised('GET', '/api/profile')).status).toBe(200)
  })
})

describe('where all admins need a second factor', () => {
  test('an admin without one is asked for it first, and a customer is not', async () => {
    const [admin, asha] = [await shop.admin(), await shop.customer()]
    expect((await admin.call('GET', '/api/profile')).status).toBe(200)
    await shop.sql(`insert into settings (key, value) values ('accounts.adminsNeedFactor', 'true')`)
    expect(await shop.at(1, admin.token)('GET', '/api/profile')).toMatchObject(needed)
    expect((await asha.call('GET', '/api/profile')).status).toBe(200)
    const raised = await showFactor(admin)
    expect((await shop.at(1, raised)('GET', '/api/admin/counters')).status).toBe(200)
    await shop.sql(`delete from settings where key = 'accounts.adminsNeedFactor'`)
  })
})
