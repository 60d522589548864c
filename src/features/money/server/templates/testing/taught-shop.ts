import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openShop, type Person, type Shop } from '../../../../../app/testing/shop.ts'
import { readSettings } from '../../../../settings/server/settings.ts'
import {
  invented,
  labelledBy,
  numbersFrom,
  payment,
  type Payment,
  said,
} from '../../../templates/testing/layouts.ts'
import { matchReceived } from '../../matching/match.ts'
import { storeMessage } from '../../received/store-message.ts'

export let shop: Shop
export let admin: Person

/** Opens a shop for the tests of a file, which knows nothing of the bank at the start of each. */
export function openTaughtShop() {
  beforeAll(async () => {
    shop = await openShop({ nodes: 2 })
    admin = await shop.admin()
  })
  afterAll(() => shop.close())
  beforeEach(async () => {
    await shop.sql(`delete from allocations`)
    await shop.sql(`delete from received_payments`)
    await shop.sql(`delete from received_balances`)
    await shop.sql(`delete from message_templates`)
  })
}

export const layout = invented['marks of pay, in English']!
export const SENDER = 'ZANABANK'

let seed = 100
/** Payments whose balances follow each other, a minute apart. */
export function paymentsInRow(count: number, opening = 500_000): Payment[] {
  const random = numbersFrom(seed++)
  let balance = opening
  return Array.from({ length: count }, (_, at) => {
    const one = { ...payment(random), at: `2026-11-20T10:${String(10 + at)}`, currency: 'TZS' }
    balance += Number(one.amount)
    return { ...one, balance: String(balance) }
  })
}
export const moment = ({ at }: Payment) => new Date(`${at}:30+03:00`)
export const NOW = new Date('2026-11-20T10:00:00Z')

export async function arrives(
  one: Payment,
  {
    text = said(layout, one),
    sender = SENDER,
    node = 0,
  }: { text?: string; sender?: string; node?: number } = {},
) {
  const { database } = shop.nodes[node]!
  const settings = await readSettings(database)
  const message = { channel: 'message' as const, sender, text, receivedAt: moment(one) }
  const stored = await database.write('service', (tx) => storeMessage(tx, settings, message, NOW))
  await matchReceived(database, stored!.row.id, NOW)
  return stored!.row.id
}

export const rowOf = async (id: string) =>
  (await shop.sql(`select * from received_payments where id = $1`, [id]))[0]!
export const label = async (
  id: string,
  one: Payment,
  { by = admin, more = {} }: { by?: Person; more?: object } = {},
) => {
  const { version } = await rowOf(id)
  return by.call('POST', `/api/admin/payments/received/${id}/label`, {
    version,
    method: 'Bank',
    currency: 'TZS',
    marks: labelledBy(layout, one).marks,
    ...more,
  })
}
export const proposal = async (sender = SENDER, by = admin) => {
  const answer = await by.call(
    'GET',
    `/api/admin/payments/templates/proposals?sender=${encodeURIComponent(sender)}`,
  )
  return { status: answer.status, body: answer.body.items?.[0] }
}
export const open = async () =>
  (await admin.call('GET', '/api/admin/payments/templates/proposals')).body.items.map(
    ({ sender }: { sender: string }) => sender,
  )
export const accept = async (sender = SENDER, by = admin, node = 0) => {
  const template = (await proposal(sender)).body?.template
  return shop.at(node, by.token)('POST', '/api/admin/payments/templates', {
    sender,
    key: template?.key ?? 'none',
  })
}
export const states = async () =>
  (await shop.sql(`select state, reason, rank from received_payments order by received_at, id`)).map(
    ({ state, reason, rank }) => [state, reason, rank].filter((part) => part !== null).join(' '),
  )

/** Two marked messages and their template. */
export async function taught(payments = paymentsInRow(2)) {
  const [one, other] = payments as [Payment, Payment]
  const ids = [await arrives(one), await arrives(other)]
  expect((await label(ids[0]!, one)).status).toBe(200)
  const second = await label(ids[1]!, other)
  expect(second.body).toMatchObject({ proposes: true })
  const accepted = await accept()
  expect(accepted.status).toBe(200)
  return { ids, template: accepted.body.template as { id: string } }
}
