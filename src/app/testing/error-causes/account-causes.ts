import { randomUUID } from 'node:crypto'
import { GOOD } from '@kikoa/auth/testing'
import { Secret, TOTP } from 'otpauth'
import { KEY_PREFIX } from '../../../server/http/context.ts'
import type { Causes, World } from './causes.ts'

const created = { email: 'new@example.com', full_name: 'New Person', role: 'user' }
const creating = ({ admin }: World, change: object) => ({
  endpoint: 'POST /admin/users',
  person: admin,
  body: { ...created, ...change },
})

/** What the access, accounts and profiles refuse. */
export const accountCauses: Causes = {
  async UNAUTHORIZED({ shop }) {
    const person = await shop.customer()
    await shop.sql('delete from auth.sessions where id = $1', [person.session])
    return { endpoint: 'GET /admin/orders', person, key: shop.at(0, `${KEY_PREFIX}${'x'.repeat(43)}`) }
  },
  async FORBIDDEN({ shop, admin }) {
    const program = { name: 'A program', scopes: ['orders.read'], days: 1 }
    const { body } = await admin.call('PUT', `/api/admin/keys/${randomUUID()}`, program)
    return { endpoint: 'GET /admin/payments', person: await shop.customer(), key: shop.at(0, body.key) }
  },
  async SECOND_FACTOR_NEEDED({ shop }) {
    const asha = await shop.customer()
    const { body: factor } = await asha.call('POST', '/auth/v1/factors', { factor_type: 'totp' })
    const { body: challenge } = await asha.call('POST', `/auth/v1/factors/${factor.id}/challenge`, {})
    const code = new TOTP({ secret: Secret.fromBase32(factor.totp.secret) }).generate()
    await asha.call('POST', `/auth/v1/factors/${factor.id}/verify`, { challenge_id: challenge.id, code })
    const session = randomUUID()
    await shop.sql('insert into auth.sessions (id, user_id) values ($1, $2)', [session, asha.id])
    const token = await shop.tokenFor({ id: asha.id, session })
    return { endpoint: 'GET /profile', person: { ...asha, session, token, call: shop.at(0, token) } }
  },
  NOT_FOUND: async ({ admin }) => ({
    endpoint: 'GET /admin/profiles/{profile}',
    person: admin,
    params: { profile: randomUUID() },
  }),
  async IDEMPOTENCY_KEY_REUSED({ shop, admin, key, newName }) {
    const { id: profile } = await shop.customer()
    const headers = { 'idempotency-key': randomUUID() }
    for (const call of [admin.call, key])
      await call(
        'POST',
        `/api/admin/profiles/${profile}/domain-requests`,
        { requested_domain: newName() },
        headers,
      )
    return {
      endpoint: 'POST /admin/profiles/{profile}/domain-requests',
      person: admin,
      params: { profile },
      body: { requested_domain: newName() },
      headers,
    }
  },
  async TOO_MANY_REQUESTS({ limited: { admin, key } }) {
    const profile = randomUUID()
    const change = { requested_domain: 'limited.com' }
    for (const call of [admin.call, admin.call, key])
      await call('POST', `/api/admin/profiles/${profile}/domain-requests`, change)
    return {
      endpoint: 'POST /admin/profiles/{profile}/domain-requests',
      person: admin,
      params: { profile },
      body: change,
      key,
    }
  },
  /** It is the last one of its shop, whose database lets nobody in any more. */
  async SERVICE_UNAVAILABLE({ limited: { shop, admin, key } }) {
    const [database] = await shop.sql('select current_database() as name')
    await shop.sql(`alter database "${database!['name']}" connection limit 0`)
    // All but its own, so that it gets to the end.
    await shop.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    )
    return { endpoint: 'GET /admin/orders', person: admin, key }
  },

  EMAIL_INVALID: async (world) => creating(world, { email: 'nobody' }),
  EMAIL_TAKEN: async (world) => creating(world, { email: (await world.shop.customer()).email }),
  PASSWORD_WEAK: async (world) => creating(world, { password: 'short' }),
  PASSWORD_COMMON: async (world) => creating(world, { password: 'Password1' }),
  async NO_ADDRESS({ shop, admin }) {
    const { id } = await shop.customer()
    await shop.sql('update auth.users set email = null where id = $1', [id])
    return { endpoint: 'POST /admin/users/{id}/recovery', person: admin, params: { id }, body: {} }
  },
  async NOT_PROVED({ shop, admin }) {
    const { id } = await shop.customer()
    await shop.sql('update auth.users set email_unseen = true where id = $1', [id])
    return { endpoint: 'PATCH /admin/users/{id}', person: admin, params: { id }, body: { role: 'admin' } }
  },
  async LAST_ADMIN({ shop, admin }) {
    await shop.sql(`update profiles set staff_role = 'read-only' where role = 'admin' and id <> $1`, [
      admin.id,
    ])
    return {
      endpoint: 'POST /admin/users/{id}/ban',
      person: admin,
      params: { id: admin.id },
      body: { length: 'day' },
    }
  },
  LINK_INVALID: async () => ({
    endpoint: 'POST /setup',
    person: undefined,
    body: { token: 'none', email: 'boss@example.com', password: GOOD, full_name: 'The Boss' },
  }),
  PASSWORD_WRONG: async ({ withPassword }) => ({
    endpoint: 'POST /account/deletion',
    person: await withPassword(),
    body: { password: 'Wrong-pass-1' },
  }),
  async LOG_IN_AGAIN({ shop }) {
    const person = await shop.customer()
    await shop.sql(`update auth.sessions set created_at = now() - interval '16 minutes' where id = $1`, [
      person.session,
    ])
    return { endpoint: 'POST /account/deletion', person, body: {} }
  },
  COUNTRY_UNKNOWN: async ({ shop }) => ({
    endpoint: 'PATCH /profile',
    person: await shop.customer(),
    body: { country: 'XX' },
  }),
  PHONE_INVALID: async ({ shop }) => ({
    endpoint: 'PATCH /profile',
    person: await shop.customer(),
    body: { phone_number: '12' },
  }),
}
