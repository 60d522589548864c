import type { Person } from '../../../../app/testing/shop.ts'

/** A customer writes a line. */
export const write = (person: Person, body: string, more: object = {}) =>
  person.ask('POST', '/api/chat', { body, ...more })

/** An admin answers a customer. */
export const answer = (admin: Person, to: Person, body: string) =>
  admin.ask('POST', `/api/admin/chat/${to.id}/lines`, { body })

/** What a customer sees of the conversation without its lines: how many there are, and how many are unread. */
export const standing = async (person: Person) => (await person.ask('GET', '/api/chat/standing')).body
