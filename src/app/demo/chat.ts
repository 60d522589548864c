import { readCustomer, readOwn } from '../../features/chat/server/read.ts'
import { answerCustomer, sendLine } from '../../features/chat/server/write.ts'
import type { Database } from '../../server/database/database.ts'
import type { Seats } from './accounts.ts'
import { type Act, deskOf } from './acts.ts'
import type { CustomerName } from './people.ts'
import { hours, minutes } from './turns.ts'

/** What was said between a customer and the shop, by who said it; the last lines of the first are unread. */
const conversations: {
  who: CustomerName
  lines: [ago: number, by: 'customer' | 'shop', body: string][]
  answered: boolean
}[] = [
  {
    who: 'neema',
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
    who: 'baraka',
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

/** Customers write in the chat, and the admin answers what is to be answered. */
export const chatActs = (database: Database, seats: Seats): Act[] =>
  conversations.flatMap(({ who, lines, answered }) =>
    lines.map(([ago, by, body], index) => ({
      ago,
      async run(now: Date) {
        const seat = seats.get(who)!
        const customer = deskOf(database, seat, now)
        const admin = deskOf(database, seats.get('admin')!, now, 'admin')
        if (by === 'customer') return sendLine(customer, { body })
        await readCustomer(admin, { id: seat.person, through: index })
        await answerCustomer(admin, { id: seat.person, body })
        if (answered || index < lines.length - 1) await readOwn(customer, { through: index + 1 })
        return undefined
      },
    })),
  )
