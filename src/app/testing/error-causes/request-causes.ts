import { GOOD } from '@kikoa/auth/testing'
import { DOMAIN_ACTIVE, EMAIL_ACTIVE } from '../../../features/products/active-statuses.ts'
import type { Person } from '../shop.ts'
import type { Causes, World } from './causes.ts'

/** Somebody of the staff, or a program, requests for a customer, by the rules for the customer. */
const asking = (
  { admin }: World,
  { id: profile }: Person,
  body: object,
  product: 'domain' | 'email' | 'hosting' = 'domain',
) => ({
  endpoint: `POST /admin/profiles/{profile}/${product}-requests`,
  person: admin,
  params: { profile },
  body,
})
const reviewing = ({ admin }: World, id: string, body: object) => ({
  endpoint: 'PATCH /admin/domain-requests/{id}',
  person: admin,
  params: { id },
  body,
})
async function requested(person: Person, requested_domain: string): Promise<string> {
  const { body } = await person.call('POST', '/api/domain-requests', { requested_domain })
  return body.id
}
async function actingOn(world: World, act: string, more: (person: Person) => object | Promise<object>) {
  const person = await world.shop.customer()
  const { id } = await world.own(person)
  const body = await more(person)
  const { version } = (await world.admin.call('GET', `/api/admin/services/${id}`)).body
  return {
    endpoint: `POST /admin/services/{id}/${act}`,
    person: world.admin,
    params: { id },
    body: { version, ...body },
  }
}
/** A domain whose customer has asked to renew it, where a renewal is paid first. */
async function renewing(world: World, person: Person) {
  const { id } = await world.own(person)
  const set = (renewals: string) => world.admin.call('PATCH', '/api/admin/settings', { values: { renewals } })
  await world.shop.sql(`update services set expires_at = now() + interval '3 days' where id = $1`, [id])
  await set('paid')
  const { body } = await person.call('POST', `/api/domains/${id}/renew`)
  await set('instant')
  return { id, request: body.request.id as string }
}
/** An address whose password waits for its customer. */
async function withSecret({ admin, shop, withPassword, newName }: World) {
  const person = await withPassword()
  const asked = await person.call('POST', '/api/email-requests', { requested_domain: `info@${newName()}` })
  const at = `/api/admin/email-requests/${asked.body.id}`
  await admin.call('PATCH', at, { status: 'available', price: 10 })
  await admin.call('PATCH', at, { status: EMAIL_ACTIVE, secrets: { password: 'Twiga-1-anakimbia' } })
  const [row] = await shop.sql('select id from services where request_id = $1', [asked.body.id])
  const params = { id: row!['id'] as string, name: 'password' }
  return { endpoint: 'POST /emails/{id}/secrets/{name}', person, params, body: { password: GOOD } }
}

/** What requests and services refuse. */
export const requestCauses: Causes = {
  DOMAIN_NAME_INVALID: async (world) =>
    asking(world, await world.shop.customer(), { requested_domain: 'no name' }),
  EMAIL_ADDRESS_INVALID: async (world) =>
    asking(world, await world.shop.customer(), { requested_domain: 'mama.com' }, 'email'),
  PLAN_UNKNOWN: async (world) =>
    asking(world, await world.shop.customer(), { plan_name: 'Gold', billing_period: 'yearly' }, 'hosting'),
  PROFILE_INCOMPLETE: async (world) =>
    asking(world, await world.shop.customer({ phone_number: null }), { requested_domain: world.newName() }),
  async ALREADY_REQUESTED(world) {
    const person = await world.shop.customer()
    const requested_domain = world.newName()
    await requested(person, requested_domain)
    return asking(world, person, { requested_domain })
  },
  async ALREADY_OWNED(world) {
    const person = await world.shop.customer()
    const { name } = await world.own(person)
    return asking(world, person, { requested_domain: name })
  },
  async TOO_MANY_OPEN(world) {
    const person = await world.shop.customer()
    await world.shop.sql(
      `insert into requests (id, user_id, kind, subject, status, stage, details)
       select gen_random_uuid(), $1, 'hosting', 'Basic', 'pending', 'asked', '{}' from generate_series(1, 200)`,
      [person.id],
    )
    return asking(world, person, { plan_name: 'Basic', billing_period: 'monthly' }, 'hosting')
  },

  STATUS_REQUIRED: async (world) =>
    reviewing(world, await requested(await world.shop.customer(), world.newName()), { status: 'none' }),
  PRICE_INVALID: async (world) =>
    reviewing(world, await requested(await world.shop.customer(), world.newName()), {
      status: 'available',
      price: null,
    }),
  SUGGESTIONS_REQUIRED: async (world) =>
    reviewing(world, await requested(await world.shop.customer(), world.newName()), { status: 'suggested' }),
  async CONFLICT(world) {
    const id = await requested(await world.shop.customer(), world.newName())
    return reviewing(world, id, { admin_feedback: 'Looking', version: 9 })
  },
  async OPEN_ELSEWHERE(world) {
    const [person, name] = [await world.shop.customer(), world.newName()]
    const id = await requested(person, name)
    await world.admin.call('PATCH', `/api/admin/domain-requests/${id}`, { status: 'rejected' })
    await requested(person, name)
    return reviewing(world, id, { status: 'pending' })
  },
  async RECORD_FAILED(world) {
    const [holder, other] = [await world.shop.customer(), await world.shop.customer()]
    const { name } = await world.own(holder)
    return reviewing(world, await requested(other, name), { status: DOMAIN_ACTIVE })
  },
  async BEING_DELIVERED(world) {
    const [asha, juma, name] = [
      await world.shop.customer(),
      await world.shop.customer(),
      world.newName('com'),
    ]
    const [first, second] = [await world.offer(asha, name), await world.offer(juma, name)]
    world.stub.settings.hold = 'until-run'
    await world.activate(first)
    await world.until(name, 'ordered')
    world.stub.settings.hold = null
    return reviewing(world, second, { status: DOMAIN_ACTIVE })
  },

  async NOT_EXPIRED(world) {
    const { id } = await world.own(await world.shop.customer())
    return { endpoint: 'POST /admin/services/{id}/release', person: world.admin, params: { id } }
  },
  async FACTS_INVALID(world) {
    const { id } = await world.own(await world.shop.customer())
    const { version } = (await world.admin.call('GET', `/api/admin/services/${id}`)).body
    return {
      endpoint: 'PUT /admin/services/{id}/access',
      person: world.admin,
      params: { id },
      body: { version, facts: { imap_host: 'imap.example.com' } },
    }
  },
  async NOT_RENEWABLE(world) {
    const person = await world.shop.customer()
    const { id } = await world.own(person)
    return {
      endpoint: 'POST /admin/profiles/{profile}/domains/{id}/renew',
      person: world.admin,
      params: { profile: person.id, id },
    }
  },
  async RENEWAL_OPEN(world) {
    const { id } = await renewing(world, await world.shop.customer())
    const { version } = (await world.admin.call('GET', `/api/admin/services/${id}`)).body
    return {
      endpoint: 'POST /admin/services/{id}/renew',
      person: world.admin,
      params: { id },
      body: { version },
    }
  },
  CUSTOMER_UNKNOWN: (world) => actingOn(world, 'hand-over', () => ({ email: 'nobody@example.com' })),
  SAME_CUSTOMER: (world) => actingOn(world, 'hand-over', ({ email }) => ({ email })),
  async PAYMENT_WAITING(world) {
    const [person, other] = [await world.shop.customer(), await world.shop.customer()]
    const { id, request } = await renewing(world, person)
    const offer = { status: 'available', price: 14 }
    await world.admin.call('PATCH', `/api/admin/domain-requests/${request}`, offer)
    await person.call('POST', `/api/domain-requests/${request}/payment`, {
      payer_name: 'Asha',
      receipt_number: 'REN1TEST100',
      payment_method: 'M-Pesa',
    })
    const { version } = (await world.admin.call('GET', `/api/admin/services/${id}`)).body
    return {
      endpoint: 'POST /admin/services/{id}/hand-over',
      person: world.admin,
      params: { id },
      body: { version, email: other.email },
    }
  },

  async SECRET_SHOWN(world) {
    const call = await withSecret(world)
    await call.person.call('POST', `/api/emails/${call.params.id}/secrets/password`, call.body)
    return call
  },
  async SECRET_LOST(world) {
    const call = await withSecret(world)
    await world.shop.sql('update service_secrets set sealed = $2 where service_id = $1', [
      call.params.id,
      Buffer.alloc(60, 1),
    ])
    return call
  },
}
