import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop } from '../../../../app/testing/shop.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { storeMessage } from './store-message.ts'

/**
 * Sixty-one forgeries of a payment of 40,000 shillings, each with the sender's name and a good signature, as someone could
 * send them who deceives the network. None counts as received money.
 */

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.sql(`insert into settings (key, value) values ('payments.accounts', $1)`, [
    JSON.stringify([{ method: 'M-Pesa', account: '700 700', holder: null, note: null }]),
  ])
})
afterAll(() => shop.close())

const RECEIVED_AT = '2026-11-20T07:00:30Z'
const genuine = (code: string, amount: string, balance: string) =>
  `${code} Confirmed. You have received TZS ${amount} from NURU SALUM (255711000301) on 2026-11-20 at 10:00 AM. New M-Pesa balance is TZS ${balance}.`
/** What would count. */
const good = genuine('QKE1TEST99', '40,000.00', '140,000.00')
const till = (number: string) =>
  `QKE1TEST98 Imethibitishwa. Umepokea Malipo ya TSh 40,000 kwenye Lipa namba ${number} kutoka kwa 255711000301 - NURU SALUM tarehe 20/11/26 saa 10:00. Salio lako jipya ni TSh 140,000.`

interface Forgery {
  text?: string
  sender?: string
  at?: string
}

const senders = [
  '+255711000301',
  '0711000301',
  'M-PESA.',
  'm-pesa',
  'M PESA',
  'M-РESA',
  'М-PESA',
  'M-PESΑ',
  'M\u2010PESA',
  'MPESA-TZ',
  'M-PESA\u200B',
  'Mpesa',
  'MTNMobMoney',
  'KCB BANK',
  'M-PESА',
  'Vodacom',
  'INFO',
  'M–PESA',
  'ECOBANK',
  'AirteIMoney',
].map((sender): [string, Forgery] => [`the sender ${JSON.stringify(sender)}`, { sender }])

const balances = [
  '100,000.00',
  '139,999.00',
  '180,000.00',
  '1,140,000.00',
  '40,000.00',
  '0.00',
  '140,000.01',
  '39,000.00',
].map((balance): [string, Forgery] => [
  `the balance ${balance}`,
  { text: genuine('QKE1TEST99', '40,000.00', balance) },
])

const letters = (
  [
    ['TZS', 'TZЅ'],
    ['received', 'receіved'],
    ['Confirmed', 'Соnfirmed'],
    ['received', 're\u200Bceived'],
    ['received', 're\u00ADceived'],
    ['40,000', '４0,000'],
    ['40,000', '٤٠,٠٠٠'],
    ['140,000.00', '१40,000.00'],
    ['NURU', 'NU\u202ERU'],
    ['QKE1TEST99', 'QKE1TESТ99'],
    [' from', '\u2060 from'],
    ['New', 'N\uFEFFew'],
  ] as const
).map(([from, to]): [string, Forgery] => [
  `the letters ${JSON.stringify(to)}`,
  { text: good.replace(from, to) },
])

const texts: [string, Forgery][] = [
  ...[
    'Fwd: ',
    'FW: ',
    '"',
    '> ',
    'From: M-PESA ',
    'SMS from M-PESA: ',
    'Forwarded message: ',
    '“',
    'Imetumwa kutoka: ',
  ].map((before): [string, Forgery] => [`relayed with ${before}`, { text: before + good }]),
  ...[
    'This transaction has been reversed.',
    'Muamala umerudishwa.',
    'Please wait for confirmation.',
    'Transaction is pending.',
  ].map((after): [string, Forgery] => [`"${after}" behind it`, { text: `${good} ${after}` }]),
  ['an amount that may be a thousand', { text: good.replace('40,000.00', '40.000,00') }],
  ['an edited amount', { text: good.replace('TZS 40,000.00', 'TZS 90,000.00') }],
  ['a receipt number that counts', { text: good.replace('QKE1TEST99', 'QKE1TEST01') }],
  ['the till of another shop', { text: till('811811') }],
  ['another currency', { text: good.replaceAll('TZS', 'USD') }],
  ['a date of tomorrow', { text: good.replace('2026-11-20', '2026-11-21') }],
  ['a time before the last message', { text: good.replace('10:00 AM', '9:58 AM') }],
  ['a date of last month', { text: good.replace('2026-11-20', '2026-10-20') }],
]

const forgeries = [...senders, ...balances, ...letters, ...texts]

beforeEach(async () => {
  await shop.sql(`delete from received_payments`)
  await shop.sql(`delete from received_balances`)
  await shop.sql(`insert into received_balances (account, currency, balance) values ('mpesa', 'TZS', 50000)`)
  await store({ text: genuine('QKE1TEST01', '50,000.00', '100,000.00') })
})

async function store({ text = good, sender = 'M-PESA', at = RECEIVED_AT }: Forgery) {
  const { database } = shop.nodes[0]!
  const settings = await readSettings(database)
  const message = { channel: 'message', sender, text, receivedAt: new Date(at) } as const
  return database.write('service', (tx) => storeMessage(tx, settings, message, new Date(RECEIVED_AT)))
}

test('without a change both messages count, so that a change is what holds the others', async () => {
  expect((await store({}))?.row.state).toBe('received')
  await shop.sql(`delete from received_payments where code <> 'QKE1TEST01'`)
  await shop.sql(`update received_balances set balance = 100000`)
  expect((await store({ text: till('700700') }))?.row.state).toBe('received')
})

test('sixty-one forgeries are tried', () => expect(forgeries).toHaveLength(61))

test.each(forgeries)('%s does not count', async (_, forgery) => {
  await store(forgery)
  const counted = await shop.sql(
    `select code from received_payments where state not in ('held', 'unread', 'ignored') and code <> 'QKE1TEST01'`,
  )
  expect(counted).toEqual([])
  const [balance] = await shop.sql(
    `select balance from received_balances where account = 'mpesa' and currency = 'TZS'`,
  )
  expect(balance).toEqual({ balance: '100000.000' })
})
