import { readCustomer, readOwn, answerCustomer, sendLine } from '../../features/chat/server/lines.ts'
import type { Database } from '../../server/database/database.ts'
import type { Actor, Actors, CustomerName } from './accounts.ts'
import { contextAt, type DemoAction } from './requests.ts'
import { hours, minutes } from './story-steps.ts'
import type { MessageState } from '../../features/support/message.ts'
import { markMessage, sendMessage } from '../../features/support/server/messages.ts'

/** The conversations. The last lines of a conversation that is not `answered` are unread. */
const conversations: {
  customer: CustomerName
  lines: [ago: number, by: 'customer' | 'shop', body: string][]
  answered: boolean
}[] = [
  {
    customer: 'neema',
    answered: false,
    lines: [
      [hours(26), 'customer', 'Habari! My domain is active, thank you. How do I set up e-mail on my phone?'],
      [hours(25.9), 'shop', 'Karibu Neema! Which phone is it? I will send you the steps.'],
      [hours(25.8), 'customer', 'An Android phone.'],
      [
        hours(25.7),
        'shop',
        'Open Settings, Accounts, Add account, Personal (IMAP). Server: mail.example.com, port 993. The guide with pictures: https://example.com/mail-on-android',
      ],
      [minutes(9), 'customer', 'It works now, asante sana!'],
      [minutes(8), 'customer', 'One more question: can I have a second address for my sister?'],
    ],
  },
  {
    customer: 'baraka',
    answered: true,
    lines: [
      [
        hours(5),
        'customer',
        'About: Website Design - Landing Page\nOne page for our safari season. What would it cost?',
      ],
      [hours(4.9), 'shop', 'Good morning! Do you have pictures and a text already?'],
      [hours(4.5), 'customer', 'Pictures yes, the text not yet.'],
      [
        hours(4.4),
        'shop',
        'Then send us the pictures by e-mail; we write a first text and tell you the price.',
      ],
    ],
  },
]

/** Sends the lines of the customers and the answers of the admin. */
export const chatActions = (database: Database, actors: Actors): DemoAction[] =>
  conversations.flatMap(({ customer: name, lines, answered }) =>
    lines.map(([ago, by, body], index) => ({
      ago,
      async run(now: Date) {
        const actor = actors.get(name)!
        const customer = contextAt(database, actor, now)
        const admin = contextAt(database, actors.get('admin')!, now, 'messages.write')
        if (by === 'customer') return sendLine(customer, { body })
        await readCustomer(admin, { id: actor.person, through: index })
        await answerCustomer(admin, { id: actor.person, body })
        if (answered || index < lines.length - 1) await readOwn(customer, { through: index + 1 })
        return undefined
      },
    })),
  )

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

/** Sends the messages of visitors and lets the admin mark them. */
export const messageActions = (database: Database, admin: Actor): DemoAction[] =>
  messages.map(({ ago, state, ...message }) => ({
    ago,
    async run(now) {
      const { id } = await sendMessage(database, message)
      if (state !== 'new') await markMessage(contextAt(database, admin, now, 'messages.write'), { id, state })
    },
  }))
