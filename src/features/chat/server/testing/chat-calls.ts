import type { Person } from '../../../../app/testing/shop.ts'

/** Writes a line of a customer. */
export const write = (person: Person, body: string, more: object = {}) =>
  person.call('POST', '/api/chat', { body, ...more })

/** Writes a line of an admin to a customer. */
export const answer = (admin: Person, to: Person, body: string) =>
  admin.call('POST', `/api/admin/chat/${to.id}/lines`, { body })

/** Reads the counts of a customer's conversation. */
export const statusOf = async (person: Person) => (await person.call('GET', '/api/chat/standing')).body
