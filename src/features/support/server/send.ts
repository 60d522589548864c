import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../../../server/database/database.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import type { NewMessage } from '../message.ts'
import { insertMessage } from './store.ts'

/**
 * Keeps what somebody wrote and tells the admins. Whoever is writing has no rights in the database: the program does
 * it for them. Gives the message's id.
 */
export async function sendMessage(database: Database, message: NewMessage): Promise<{ id: string }> {
  const id = randomUUIDv7()
  await database.write('service', async (tx) => {
    await insertMessage(tx, id, message)
    await publishEvents(tx, {
      user_id: null,
      type: 'message.received',
      topics: ['messages'],
      entity_id: id,
      for_admins: true,
    })
  })
  return { id }
}
