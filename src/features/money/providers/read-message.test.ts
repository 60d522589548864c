import { describe, expect, test } from 'vitest'
import { readMessage } from './read-message.ts'

/** Texts in the shape of real ones, with invented people and numbers. Money as decimal, times as they are written. */
const received: [country: string, text: string, facts: object][] = [
  [
    'TZ',
    'QKA1TEST22 Confirmed. You have received TZS 32,500.00 from ZUHURA MWAMBA (255711000201) on 2026-11-02 at 09:05 AM. New M-Pesa balance is TZS 91,250.50.',
    {
      amount: '32500.00',
      currency: 'TZS',
      code: 'QKA1TEST22',
      name: 'ZUHURA MWAMBA',
      phone: '255711000201',
      at: '2026-11-02T09:05',
      balance: '91250.50',
    },
  ],
  [
    'TZ',
    'QKA1TEST23 imethibitishwa. Umepokea Tsh 7,000 kutoka 255711000202 - PENDO LYIMO mnamo 3/11/26 saa 4:20 PM. Baki yako ya M-Pesa ni Tsh 98,250.',
    { amount: '7000', code: 'QKA1TEST23', name: 'PENDO LYIMO', at: '2026-11-03T16:20', balance: '98250' },
  ],
  [
    'TZ',
    'Salio lako jipya ni TSh 60,000. Umepokea Malipo ya TSh 12,500 kwenye Lipa namba 700700 kutoka kwa 255711000203 - BAHATI NGOMA. Kumbukumbu No.: 27000000000001. 04/11/26 10:11.',
    { amount: '12500', code: '27000000000001', balance: '60000', phone: '255711000203' },
  ],
  [
    'KE',
    'RTA9TEST31 Confirmed. Ksh4,100.00 received from JUMA WAFULA 254711000204 for account DUKA77 on 5/11/26 at 7:00 AM. New Utility balance is Ksh9,100.00.',
    { amount: '4100.00', currency: 'KES', code: 'RTA9TEST31', reference: 'DUKA77', name: 'JUMA WAFULA' },
  ],
  [
    'UG',
    'RECEIVED. TID 160000000001. UGX 81,000 from 256711000205, GRACE AKELLO. Bal UGX 90,100. 06-November-2026 12:30',
    { amount: '81000', currency: 'UGX', code: '160000000001', name: 'GRACE AKELLO', at: '2026-11-06T12:30' },
  ],
  [
    'RW',
    'You have received 9500 RWF from Aline Uwase (250711000206) on your mobile money account at 2026-11-07 08:09:10. Message from sender: duka. Your new balance:19500 RWF. Financial Transaction Id: 23000000001.',
    {
      amount: '9500',
      currency: 'RWF',
      code: '23000000001',
      reference: 'duka',
      balance: '19500',
      at: '2026-11-07T08:09:10',
    },
  ],
  [
    'TZ',
    'Dear Customer, your account has been credited with TZS 1,250,000.00 on 08-11-2026 from NURU TRADERS. Ref FT26TEST0001. Available balance TZS 3,000,000.00.',
    { amount: '1250000.00', code: 'FT26TEST0001', at: '2026-11-08', balance: '3000000.00' },
  ],
]

test.each(['Amount TZS 40,000.00.', 'Total TZS 40,000.00 deposited.'])(
  'two amounts that were paid leave the message doubtful: %s',
  (other) => {
    const text = `QKA1TEST29 Confirmed. You have received TZS 32,500.00 from ZUHURA MWAMBA (255711000201) on 2026-11-02 at 09:05 AM. ${other} New M-Pesa balance is TZS 91,250.50.`
    expect(readMessage(text, 'TZ').doubts).toContain('amount')
    expect(readMessage(text.replace('40,000.00', '32,500.00'), 'TZ').doubts).toEqual([])
  },
)

test('thanks for the use of a service are not who was paid', () => {
  const text =
    'QKA1TEST24 Imethibitishwa. Umelipa TSh 4,000 tarehe 3/11/26 saa 4:20 PM. Asante kwa kutumia huduma zetu.'
  expect(readMessage(text, 'TZ')).toMatchObject({ kind: 'outgoing', amount: '4000', name: null })
})

test.each(received)('money came in (%s): %s', (country, text, facts) => {
  expect(readMessage(text, country)).toMatchObject({ kind: 'incoming', ...facts })
})

test.each([
  [
    'outgoing',
    'QKA1TEST24 Confirmed. TZS 5,000.00 sent to RECEIVED GOODS LTD on 2/11/26 at 1:00 PM. New M-Pesa balance is TZS 1.00.',
  ],
  ['outgoing', 'QKA1TEST24 Confirmed. ASHA OMAR has received Tsh 5000 on 2026-11-02 13:00:20.'],
  ['outgoing', 'Umetuma TZS 9000 kwenda ASHA OMAR. ASHA OMAR has received the funds. Bal:TZS 100.00'],
  ['outgoing', 'Centenary: a trxn of -9,000 on your A/C **1 on 02-11-2026 at 17:43. Bal:100'],
  ['bill', 'QKA1TEST25 Confirmed. TZS 5,000.00 paid to LUKU for account 14000. New balance is TZS 1.00.'],
  ['withdrawal', 'Umetuma pesa kwa Wakala - ASHA STORE, kiasi TSh 15,000. Kumbukumbu No.: 27000000000002.'],
  ['airtime', 'QKA1TEST26 confirmed.You bought Ksh50.00 of airtime on 2/11/26 at 8:11 PM.'],
  [
    'reversal',
    'QKA1TEST27 Confirmed. The transaction of Ksh900.00 received from ASHA OMAR has been reversed.',
  ],
  ['loan', '201TEST0001. Umepokea kiasi cha TZS 20,000.50 kupitia Mshiko Fasta.'],
  ['failed', 'You have received an error: the transaction of Ksh 100.00 has failed.'],
  ['otp', 'Your one-time password is 123456.'],
  ['deposit', 'Cash-In of TSh 100,000 from Agent - ASHA is successful. TxnId: 13000000001.'],
  ['unread', 'Habari! Duka letu lina punguzo la bei leo.'],
])('is %s: %s', (kind, text) => expect(readMessage(text, 'TZ').kind).toBe(kind))

describe('an amount', () => {
  const of = (text: string) => readMessage(`You have received ${text} from ASHA OMAR.`, 'TZ').amount
  test.each([
    ['TZS 1,000,000.50', '1000000.50'],
    ['Tsh.1000', '1000'],
    ['Ksh Ksh4,870.00', '4870.00'],
    ['2000 RWF', '2000'],
  ])('%s is %s', (text, amount) => expect(of(text)).toBe(amount))

  // A thousand, or one: nobody knows.
  test.each(['TZS 1.000,00', 'TZS 1,00', 'TZS 10,00,000', 'TZS 99999999999', 'TZS 9,999,999,999,999'])(
    '%s is not read',
    (text) => expect(of(text)).toBeNull(),
  )
})

test('the fee and the balance are never the amount', () => {
  const text =
    'New balance is TSh 700. Total charges TSh 30. You have received TSh 500 from ASHA OMAR. TxnId: 27000000000003.'
  expect(readMessage(text, 'TZ')).toMatchObject({ amount: '500', fee: '30', balance: '700' })
})

test('a clock that is none is left out, so that the time can be stored', () => {
  const text = 'You have received TSh 500 from ASHA OMAR on 2026-11-02 at 10:75 AM.'
  expect(readMessage(text, 'TZ').at).toBe('2026-11-02')
})

test('a text that is longer than any message of a provider is not read', () => {
  const text = `You have received TSh 500 from ASHA OMAR. ${'message from sender: '.repeat(100)}`
  expect(readMessage(text, 'TZ')).toMatchObject({ kind: 'unread', amount: null, reference: null })
})
