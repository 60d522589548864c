import type { Person, Shop } from '../../../../app/testing/shop.ts'
import { DOMAIN_ACTIVE } from '../../../products/domain.ts'

/** Domains of a shop on their way to an owner: as its customers and its admin bring them there. */
export const ownedIn = (here: () => { shop: Shop; admin: Person }) => {
  /** @returns the id of the request, which has a price now. */
  async function offer(person: Person, name: string): Promise<string> {
    const { body } = await person.ask('POST', '/api/domain-requests', { requested_domain: name })
    await here().admin.ask('PATCH', `/api/admin/domain-requests/${body.id}`, {
      status: 'available',
      price: 10,
    })
    return body.id
  }
  /** @returns the record, as it is stored. */
  async function own(person: Person, name: string) {
    const { shop, admin } = here()
    const request = await offer(person, name)
    await admin.ask('PATCH', `/api/admin/domain-requests/${request}`, { status: DOMAIN_ACTIVE })
    const [record] = await shop.sql(`select * from records where request_id = $1`, [request])
    return record!
  }
  /** Brings the expiry of a record, until then a year away, to some time ago. */
  const expire = (id: string, by = '1 day') =>
    here().shop.sql(
      `update records set expires_at = date_trunc('milliseconds', now() - $2::interval) where id = $1`,
      [id, by],
    )
  return { offer, own, expire }
}
