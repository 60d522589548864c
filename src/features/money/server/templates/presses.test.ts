import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import {
  invented,
  labelledBy,
  type Layout,
  numbersFrom,
  payment,
  type Payment,
  said,
} from '../../templates/testing/layouts.ts'
import type { Mark } from '../../templates/read.ts'
import { matchReceived } from '../matching/match.ts'
import { storeMessage } from '../received/store-message.ts'
import { claim, moneyIn, offered } from '../testing/money.ts'

/**
 * How many presses an owner needs until what a bank reports that nobody has described is matched: its messages, and its
 * statement. All banks, people and numbers are invented.
 */

let shop: Shop
let admin: Person
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  await shop.sql(
    `insert into settings (key, value) values ('shop.currency', '"TZS"')
       on conflict (key) do update set value = excluded.value`,
  )
})
afterAll(() => shop.close())

const { chargeOf } = moneyIn(() => shop)
const NOW = new Date('2026-11-20T10:00:00Z')

interface Bank {
  sender: string
  layout: Layout
  /** How its statement is written: the header, a line, and what the owner has to answer about it. */
  header: string
  line: (one: Payment) => string
  columns: Record<string, number>
  answers?: object
  /** What its first statement takes: choosing the file, what is chosen and answered, accepting and saving. */
  presses: number
}

const dotted = (one: Payment) => one.at.slice(0, 10).split('-').toReversed().join('.')
const banks: [string, Bank][] = [
  [
    'English, with bars in its statement',
    {
      sender: 'ZANABANK',
      layout: invented['marks of pay, in English']!,
      header: 'Booked|Slip|Who and why|Got|Left',
      line: (one) => `${dotted(one)}|${one.code}|${one.name}|${one.amount}.00|${one.balance}.00`,
      columns: { date: 0, code: 1, details: 2, in: 3, balance: 4 },
      presses: 3,
    },
  ],
  [
    'Portuguese, with semicolons and decimal commas',
    {
      sender: 'BANCO SOL',
      layout: invented['bars and heads, in Portuguese']!,
      header: 'Dia;Doc;Pagador;Entrada;Saldo',
      line: (one) => `${dotted(one)};${one.code};${one.name};${one.amount},00;${one.balance},00`,
      columns: { date: 0, code: 1, party: 2, in: 3, balance: 4 },
      answers: { decimals: 'comma' },
      presses: 4,
    },
  ],
  [
    'Swahili, with tabs and words of direction',
    {
      sender: 'AKIBA YETU',
      layout: invented['sentences of Swahili, with an identifier']!,
      header: 'Siku\tStakabadhi\tMhusika\tUpande\tPesa',
      line: (one) => `${one.at.slice(0, 10)}\t${one.code}\t${one.name}\tNDANI\t${one.amount}`,
      columns: { date: 0, code: 1, party: 2, direction: 3, amount: 4 },
      answers: { direction: { ndani: 'in' } },
      presses: 6,
    },
  ],
]

let seed = 900
function sixOf(): Payment[] {
  const random = numbersFrom(seed++)
  let balance = 400_000
  return Array.from({ length: 6 }, (_, at) => {
    const one = { ...payment(random), at: `2026-11-20T10:${10 + at}`, currency: 'TZS' }
    balance += Number(one.amount)
    return { ...one, balance: String(balance) }
  })
}

/** The message arrives from the shop's phone. */
async function arrives(one: Payment, { sender, layout }: Bank) {
  const { database } = shop.nodes[0]!
  const settings = await readSettings(database)
  const receivedAt = new Date(`${one.at}:30+03:00`)
  const message = { channel: 'message' as const, sender, text: said(layout, one), receivedAt }
  const stored = await database.write('service', (tx) => storeMessage(tx, settings, message, NOW))
  await matchReceived(database, stored!.row.id, NOW)
  return stored!.row.id
}

/** Counts the presses of the owner: what opens a dialog, changes a field, or saves. */
function owner() {
  let presses = 0
  const press = async (method: string, path: string, body?: unknown) => {
    presses++
    const answer = await admin.call(method, path, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200)
    return answer.body
  }
  return { press, presses: () => presses, choose: () => presses++ }
}

const byPlace = (one: Mark, other: Mark) => one.at - other.at

/** Each customer claims to have paid, so that a payment that counts is matched. */
async function claimed(payments: readonly Payment[]) {
  const offers = []
  for (const one of payments) {
    const offer = await offered(shop, admin, {
      name: `duka-${one.code.toLowerCase()}.com`,
      price: Number(one.amount),
    })
    expect((await claim(offer, one.code, 'Bank')).status).toBeLessThan(300)
    offers.push(offer)
  }
  return offers
}
const unpaid = async (offers: readonly { id: string }[]) =>
  (await Promise.all(offers.map(({ id }) => chargeOf(id)))).filter((charge) => charge!['state'] !== 'paid')
    .length

describe.each(banks)('of a bank that nobody has described (%s)', (_, bank) => {
  test('six payments are matched by their messages, with five presses', async () => {
    const payments = sixOf()
    const offers = await claimed(payments)
    const ids: string[] = []
    for (const one of payments) ids.push(await arrives(one, bank))
    const { press, presses, choose } = owner()
    for (const at of [0, 1]) {
      // "It is a payment" opens the dialog, and what is not right in it is chosen.
      const label = await press('GET', `/api/admin/payments/received/${ids[at]}/label`)
      const right = labelledBy(bank.layout, payments[at]!).marks.toSorted(byPlace)
      for (const mark of right) {
        const isThere = label.marks.some(
          (one: Mark) => one.field === mark.field && one.at === mark.at && one.end === mark.end,
        )
        if (!isThere) choose()
      }
      for (const { field } of label.marks as Mark[]) if (right.every((one) => one.field !== field)) choose()
      expect([label.method, label.currency]).toEqual(['Bank', 'TZS'])
      await press('POST', `/api/admin/payments/received/${ids[at]}/label`, {
        version: label.version,
        method: label.method,
        currency: label.currency,
        marks: right,
      })
    }
    const { items } = (await admin.call('GET', '/api/admin/payments/templates/proposals')).body
    const { key } = items.find(({ sender }: { sender: string }) => sender === bank.sender).template
    expect(await press('POST', '/api/admin/payments/templates', { sender: bank.sender, key })).toMatchObject({
      read: 4,
      counted: 4,
    })
    expect(await unpaid(offers)).toBe(0)
    // Two dialogs with two presses each, and one acceptance: everything was found by itself.
    expect(presses()).toBe(5)
    // From now on no press at all.
    const [next] = await claimed([{ ...payments[5]!, code: `ZK99AA${seed}` }])
    const last = {
      ...payments[5]!,
      code: `ZK99AA${seed}`,
      at: '2026-11-20T10:40',
      balance: String(Number(payments[5]!.balance) + Number(payments[5]!.amount)),
    }
    await arrives(last, bank)
    expect(await unpaid([next!])).toBe(0)
  })

  test('six payments are matched by its statement with few presses, and the next one with two', async () => {
    const payments = sixOf()
    const offers = await claimed(payments)
    const file = (some: readonly Payment[]) => [bank.header, ...some.map(bank.line), ''].join('\n')
    let presses = 0
    const send = async (save: 0 | 1, some: readonly Payment[], reading = '') => {
      presses++
      const path = `/api/admin/payments/statement?save=${save}&method=Bank&currency=TZS${reading}`
      return (await shop.at(0, admin.token)('POST', path, file(some), { 'content-type': 'text/csv' })).body
    }
    const { likely } = await send(0, payments)
    // Each column that is not proposed, and each answer, is one choice more; and the columns are accepted.
    const proposed = Object.values<number>(likely)
    const chosen = Object.values(bank.columns).filter((at) => !proposed.includes(at))
    presses += chosen.length + Object.keys(bank.answers ?? {}).length + 1
    const reading = `&columns=${encodeURIComponent(JSON.stringify(bank.columns))}${bank.answers ? `&answers=${encodeURIComponent(JSON.stringify(bank.answers))}` : ''}`
    expect(await send(1, payments, reading)).toMatchObject({ stored: 6 })
    expect(await unpaid(offers)).toBe(0)
    expect(presses).toBe(bank.presses)
    presses = 0
    const [more] = sixOf() as [Payment]
    const [due] = await claimed([more])
    await send(0, [more])
    expect(await send(1, [more])).toMatchObject({ stored: 1 })
    expect([await unpaid([due!]), presses]).toEqual([0, 2])
  })
})
