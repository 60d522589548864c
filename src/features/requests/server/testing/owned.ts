import type { Person, Shop } from '../../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../../products/domain.ts'

/** Helpers that give a customer a domain through the API, as customers and admins do it. */
export const ownedIn = (here: () => { shop: Shop; admin: Person }) => {
  /** @returns the id of the request, which now has a price */
  async function offer(person: Person, name: string): Promise<string> {
    const { body } = await person.call('POST', '/api/domain-requests', { requested_domain: name })
    await here().admin.call('PATCH', `/api/admin/domain-requests/${body.id}`, {
      status: 'available',
      price: 10,
    })
    return body.id
  }
  /** @returns the stored service */
  async function own(person: Person, name: string) {
    const { shop, admin } = here()
    const request = await offer(person, name)
    await admin.call('PATCH', `/api/admin/domain-requests/${request}`, { status: DOMAIN_ACTIVE })
    const [service] = await shop.sql(`select * from services where request_id = $1`, [request])
    return service!
  }
  /** Sets the expiry of a service to a time in the past. `by` is an SQL interval. */
  const expire = (id: string, by = '1 day') =>
    here().shop.sql(
      `update services set expires_at = date_trunc('milliseconds', now() - $2::interval) where id = $1`,
      [id, by],
    )
  return { offer, own, expire }
}
