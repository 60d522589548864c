import type { Person } from '../../../../app/testing/shop.ts'

/** Sends a message of a customer. */
export const write = (person: Person, body: string, more: object = {}) =>
  person.call('POST', '/api/chat', { body, ...more })

/** Sends a message of an admin to a customer. */
export const answer = (admin: Person, to: Person, body: string) =>
  admin.call('POST', `/api/admin/chat/${to.id}/lines`, { body })

/** Reads a customer's numbers of messages and of unread messages. */
export const standing = async (person: Person) => (await person.call('GET', '/api/chat/standing')).body
