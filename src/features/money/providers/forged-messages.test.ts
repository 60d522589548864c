import { describe, expect, test } from 'vitest'
import type { Message } from './message.ts'
import { treatMessage } from './treat-message.ts'

/**
 * Messages as forgers change them, one genuine message of each wallet at a time, with all that the shop knows. None may
 * count without a person.
 */

interface Genuine extends Message {
  code: string
  amount: string
  /** The balance in the message. */
  balance: string
  day: string
}

const context = (last_balance: string) => ({
  last_balance,
  own_lipa: ['700700'],
  own_paybill_accounts_prefix: 'DUKA',
  used_codes: ['QKX1TEST99'],
})
const genuine: Genuine[] = [
  {
    sender: 'M-PESA',
    country: 'TZ',
    code: 'QKX1TEST01',
    amount: '36,000.00',
    balance: '236,000.00',
    day: '20/11/26',
    text: 'QKX1TEST01 Confirmed. You have received Tsh36,000.00 from 255711000101 - ASHA OMAR on 20/11/26 at 09:47 AM. New M-Pesa balance is Tsh236,000.00.',
    received_at: '2026-11-20T09:47:30+03:00',
    context: context('200000'),
  },
  {
    sender: 'MPESA',
    country: 'KE',
    code: 'UKX1TEST01',
    amount: '3,600.00',
    balance: '23,600.00',
    day: '20/11/26',
    text: 'UKX1TEST01 Confirmed. Ksh3,600.00 received from ASHA OTIENO 254711000101 for account DUKA7 on 20/11/26 at 09:47 AM. New Utility balance is Ksh23,600.00.',
    received_at: '2026-11-20T09:47:30+03:00',
    context: context('20000'),
  },
  {
    sender: 'MIXX BY YAS',
    country: 'TZ',
    code: '26700000000101',
    amount: '36,000',
    balance: '236,000',
    day: '20/11/26',
    text: 'Umepokea Malipo ya TSh 36,000 kwenye Lipa namba 700700 kutoka kwa 255711000101 - ASHA OMAR. Kumbukumbu No.: 26700000000101 20/11/26 09:47. Salio lako jipya ni TSh 236,000.',
    received_at: '2026-11-20T09:47:30+03:00',
    context: context('200000'),
  },
  {
    sender: 'AirtelMoney',
    country: 'UG',
    code: '155100000101',
    amount: '36,000',
    balance: '236,000',
    day: '20-November-2026',
    text: 'RECEIVED. TID 155100000101. UGX 36,000 from 759000101, ASHA AKELLO. Bal UGX 236,000. 20-November-2026 09:47',
    received_at: '2026-11-20T09:47:30+03:00',
    context: context('200000'),
  },
  {
    sender: 'MTNMobMoney',
    country: 'UG',
    code: '43100000101',
    amount: '36000',
    balance: '236000',
    day: '2026-11-20',
    text: 'You have received UGX 36000 from ASHA AKELLO, 256771000101 on 2026-11-20 09:47:05. fee:0. Reason: viatu. New balance: UGX 236000. ID: 43100000101.',
    received_at: '2026-11-20T09:47:30+03:00',
    context: context('200000'),
  },
  {
    sender: 'M-Money',
    country: 'RW',
    code: '30900000101',
    amount: '36000',
    balance: '236000',
    day: '2026-11-20',
    text: 'You have received 36000 RWF from Aline Uwase (*********101) at 2026-11-20 09:47:05 . Balance:236000 RWF. FT Id: 30900000101',
    received_at: '2026-11-20T09:47:30+02:00',
    context: context('200000'),
  },
  {
    sender: 'HaloPesa',
    country: 'TZ',
    code: '6260000000000101',
    amount: '36,000',
    balance: '236,000.00',
    day: '20/11/2026',
    text: 'Tnx 6260000000000101. Received 36,000 TZS from ASHA OMAR (255711000101) via M-Pesa at 20/11/2026 09:47:05. Content: viatu. New balance: 236,000.00 TZS.',
    received_at: '2026-11-20T09:47:30+03:00',
    context: context('200000'),
  },
  {
    sender: 'Selcom Pesa',
    country: 'TZ',
    code: '1120TEST1',
    amount: '36,000.00',
    balance: '236,000.00',
    day: '2026-11-20',
    text: '1120TEST1 Confirmed. You have received TZS 36,000.00 from ASHA OMAR - NMB (201XXXXXXXX) on 2026-11-20 09:47. Updated balance is TZS 236,000.00.',
    received_at: '2026-11-20T09:47:30+03:00',
    context: context('200000'),
  },
]

const prefixes = [
  'Fwd: ',
  'Ona: ',
  'Kaka: ',
  'Habari, nimelipa, angalia: ',
  'See this - ',
  '"',
  '> ',
  'SMS from bank: ',
  'Forwarded message ',
  'From M-PESA: ',
  'Tayari boss. ',
  'Nimetuma. ',
  'Hello, ',
  'Proof of payment: ',
  '[09:47] Asha: ',
  'Dear team, ',
  '\u{1F449} ',
  '1. ',
  'Msg: ',
  '+255711000101: ',
]
const suffixes = [
  ' please activate my hosting now, order 1042',
  '\n\nSent from my phone',
  ' Nimelipa tayari, naomba uniwashie.',
  ' Muamala huu umerudishwa.',
  ' This transaction has been reversed.',
  ' Tafadhali subiri.',
  ' Transaction is pending.',
  ' i have paid, check',
  ' Tafadhali washa hosting yangu',
  ' Thanks, order 1042',
  ' Invoice #1042',
  ' Kind regards',
  ' - Asha',
  ' (from Asha)',
  ' (test)',
  ' umeipata?',
  ' Nijulishe ukiona',
  ' tel 0711000101',
  ' thank you, Asha',
  ' Nitatuma nyingine kesho.',
  ' Muamala umefutwa.',
]
const senders = [
  '+255711000101',
  '0711000101',
  'm-pesa',
  'M–PESA',
  'MPESA.',
  'M-PESA ',
  'MTN MoMo Pay',
  'Mixx',
  'Airtel-Money',
  'INFO',
  'web-form',
  'MPESA-TZ',
]
const european = (amount: string) =>
  `${amount.replace(/\.\d+$/, '').replace(',', '.')}${amount.includes(',') ? '' : '.000'}`

type Change = [string, (one: Genuine) => Partial<Message> | undefined]
const text = (name: string, change: (one: Genuine) => string): Change => [
  name,
  (one) => {
    const changed = change(one)
    return changed === one.text ? undefined : { text: changed }
  },
]
const changes: Change[] = [
  ...prefixes.map((prefix) => text(`with "${prefix}" before it`, (one) => prefix + one.text)),
  ...suffixes.map((suffix) => text(`with "${suffix.trim()}" behind it`, (one) => one.text + suffix)),
  ...senders.map((sender): Change => [`from "${sender}"`, () => ({ sender })]),
  ['in another country', (one) => ({ country: one.country === 'TZ' ? 'RW' : 'TZ' })],
  text('of another amount', (one) => one.text.replace(one.amount, `9${one.amount}`)),
  text('of another balance', (one) => one.text.replace(one.balance, `9${one.balance}`)),
  text('without its balance', (one) =>
    one.text.replace(/(?:New|Updated|Salio|Bal|Balance)[^.]*(?:\.\d+)?[^.]*\./, ''),
  ),
  text('with an amount in the European form', (one) => one.text.replace(one.amount, european(one.amount))),
  text('with a shorter receipt number', (one) => one.text.replace(one.code, one.code.slice(0, -4))),
  text('with a longer receipt number', (one) => one.text.replace(one.code, `${one.code}7777`)),
  text('with a letter in the receipt number', (one) =>
    one.text.replace(one.code, `${one.code.slice(0, 2)}_O_${one.code.slice(5)}`),
  ),
  text('without a receipt number', (one) => one.text.replace(one.code, '')),
  text('with a used receipt number', (one) => one.text.replace(one.code, 'QKX1TEST99')),
  text('with a used receipt number in other letters', (one) => one.text.replace(one.code, 'QKXITEST99')),
  text('with Arabic digits', (one) => one.text.replace(one.amount, '٤٥٠٠٠')),
  text('with fullwidth digits', (one) => one.text.replace(one.amount, '４５,000')),
  text('with a Cyrillic letter', (one) => one.text.replace(/e/i, 'е')),
  text('with an invisible sign', (one) =>
    one.text.replace(one.amount, `${one.amount[0]}\u200B${one.amount.slice(1)}`),
  ),
  text('with a sign of direction', (one) => one.text.replace(one.code, `\u202E${one.code}`)),
  text('of next month', (one) =>
    one.text.replace(one.day, one.day.replace('11', '12').replace('November', 'December')),
  ),
  text('of an hour later', (one) => one.text.replace('09:47', '11:40')),
  text('of last week', (one) =>
    one.text.replace(
      one.day,
      one.day
        .replace('20', '13')
        .replace('1326', '2026')
        .replace('13-November-2026', '13-November-2026')
        .replace('1326-11-20', '2026-11-13'),
    ),
  ),
  text('of a day that is none', (one) => one.text.replace(one.day, '31/11/2026')),
  text("in a neighbour's currency", (one) =>
    one.text.replaceAll(/Tsh|TSh|TZS|Ksh|UGX|RWF/g, one.country === 'KE' ? 'TZS' : 'KES'),
  ),
  text("for another shop's till", (one) =>
    one.text
      .replace(' from ', ' on till number 811811 from ')
      .replace('Lipa namba 700700', 'Lipa namba 700070'),
  ),
  text('twice', (one) => `${one.text} ${one.text}`),
]

describe.each(genuine)('a message of $sender in $country', (one) => {
  test('counts', () =>
    expect(treatMessage(one)).toMatchObject({ treatment: 'accept', facts: { code: one.code } }))

  test.each(changes)('%s does not count', (_, change) => {
    const changed = change(one)
    const treated = changed && treatMessage({ ...one, ...changed })
    expect(treated?.treatment).not.toBe('accept')
  })
})
