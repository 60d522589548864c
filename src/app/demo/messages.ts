import type { MessageState } from '../../features/support/message.ts'
import { markMessage, sendMessage } from '../../features/support/server/messages.ts'
import type { Database } from '../../server/database/database.ts'
import type { Seat } from './accounts.ts'
import { type Act, deskOf } from './acts.ts'
import { hours, minutes } from './turns.ts'

const messages: { ago: number; name: string; email: string; message: string; state: MessageState }[] = [
  {
    ago: 12.4,
    name: 'Zawadi Mrema',
    email: 'zawadi@example.com',
    message: 'Can I keep my domain if I move my website to you from somewhere else?',
    state: 'answered',
  },
  {
    ago: hours(22),
    name: 'Kato Peter',
    email: 'kato@example.com',
    message: 'We are a school with 40 teachers. What do 40 e-mail addresses cost for a year?',
    state: 'read',
  },
  {
    ago: minutes(50),
    name: 'Salma Bakari',
    email: 'salma@example.com',
    message: 'Naomba kujua: malipo kwa Airtel Money yanachukua muda gani kuthibitishwa?',
    state: 'new',
  },
]

/** Visitors write in the contact form, and the admin gets some way with their messages. */
export const messageActs = (database: Database, admin: Seat): Act[] =>
  messages.map(({ ago, state, ...message }) => ({
    ago,
    async run(now) {
      const { id } = await sendMessage(database, message)
      if (state !== 'new') await markMessage(deskOf(database, admin, now, 'admin'), { id, state })
    },
  }))
