import type { Person } from './shop.ts'

/** Changes the shop's currency as its owner does: at 2,600 shillings for a dollar, prices to 500. */
export async function changeCurrency(admin: Person, change: object = {}) {
  const { versions } = (await admin.call('GET', '/api/admin/settings')).body
  return admin.call('POST', '/api/admin/settings/currency', {
    currency: 'TZS',
    rate: 2600,
    step: 500,
    versions,
    ...change,
  })
}
