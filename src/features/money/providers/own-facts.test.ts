import { describe, expect, test } from 'vitest'
import type { Message } from './message.ts'
import { treatMessage } from './treat-message.ts'

/** What a provider writes about itself: its currencies, its receipt numbers and what it calls things. All is invented. */

const at = { received_at: '2026-11-18T10:12:40+03:00' }
const treat = (sender: string, country: string, text: string, more: Partial<Message> = {}) =>
  treatMessage({ sender, country, text, ...at, ...more })

const airtel = (code: string, behind = '') =>
  treat(
    'AirtelMoney',
    'TZ',
    `Umepokea TZS45,000.00 kutoka 684000101,ASHA OMAR. Salio jipya TZS245,000.00.Muamala No: ${code}${behind}`,
  )

describe('a receipt number that begins with day and clock', () => {
  test.each(['PP260902.1012.B27740', 'MP251118.1012.C00001', 'CI261203.0001.A00001'])(
    'of another day waits: %s',
    (code) => {
      expect(airtel(code)).toMatchObject({ treatment: 'hold', reason: 'time' })
    },
  )

  test.each(['PP261118.1012.B27740', 'MP261117.2359.C00001', 'PP269902.1012.B27740'])(
    'of this day, or with no day in it, says nothing against it: %s',
    (code) => expect(airtel(code)).toMatchObject({ treatment: 'accept', facts: { code } }),
  )

  test.each(['.Tuma pesa bure', '. Asante', '.Pakua Airtel App', '.'])('ends before a word: %s', (behind) => {
    expect(airtel('PP261118.1012.B27740', behind).facts.code).toBe('PP261118.1012.B27740')
  })
})

describe('the day in a receipt number of M-Pesa', () => {
  const mpesa = (code: string) =>
    treat(
      'MPESA',
      'KE',
      `${code} Confirmed.You have received Ksh4,500.00 from ASHA OTIENO 0711000101 on 18/11/26 at 10:12 AM  New M-PESA balance is Ksh24,500.00.`,
    )

  test.each(['UAB5N2QW8T', 'UKC5N2QW8T', 'UL15N2QW8T', 'UKF5N2QW8T'])('is another one: %s waits', (code) => {
    expect(mpesa(code)).toMatchObject({ treatment: 'hold', reason: 'time' })
  })

  test.each([
    ['UKI5N2QW8T', 'this day'],
    ['UKH5N2QW8T', 'the day before, as at midnight'],
    ['UKJ5N2QW8T', 'the day after'],
    ['TKC5N2QW8T', 'another year, which may be counted otherwise'],
    ['UZC5N2QW8T', 'no month'],
    ['UK05N2QW8T', 'no day'],
    ['UKV5N2QW8T', 'the 31st of a month of thirty days'],
  ])('of %s is %s: it counts', (code) => {
    expect(mpesa(code)).toMatchObject({ treatment: 'accept', facts: { code } })
  })
})

describe('an empty note', () => {
  const mtn = (note: string) =>
    treat(
      'M-Money',
      'RW',
      `You have received 4500 RWF from ASHA UWASE (*********101) on your mobile money account at 2026-11-18 10:12:05. Message from sender: ${note}. Your new balance:204500 RWF. Financial Transaction Id: 31277410094.`,
    )

  test('is none', () => {
    expect(mtn('').facts).toMatchObject({ reference: null, code: '31277410094', balance: '204500' })
  })

  test.each([
    '. Your new balance:245000 RWF. Financial Transaction Id: 31277419999',
    ' . New balance: 245000 RWF. Id: 31277419999',
    '. Financial Transaction Id: 31277419999',
  ])('behind which the payer types facts waits, with those of the provider: %s', (note) => {
    const { treatment, facts } = mtn(note)
    expect(treatment).toBe('hold')
    expect(facts).toMatchObject({ code: '31277410094', balance: '204500' })
  })
})

describe('French words for a receipt number', () => {
  test.each([
    ["Code d'approbation: MP261118.1014.A61442", 'MP261118.1014.A61442'],
    ['ID de transaction: 3387545254', '3387545254'],
    ['Code de confirmation: 3387545254', '3387545254'],
    ['Référence de la transaction. ID 3387545254', '3387545254'],
  ])('%s', (words, code) => {
    const text = `Vous avez recu 20,000 FBU de NIYONKURU ALINE (25768000101). Nouveau solde: 48,300 FBU. ${words}.`
    expect(treat('Lumicash', 'BI', text).facts).toMatchObject({
      code,
      name: 'NIYONKURU ALINE',
      amount: '20000',
    })
  })
})

test.each([
  ['25000.0000', '25000.00'],
  ['1250.5000', '1250.50'],
  ['250000.7500', '250000.75'],
])('an amount with four decimals is read: %s', (written, amount) => {
  const text = `Trans. ID: CO261118.0820.C79855. Vous avez recu ${written} CDF de 997000101 ILUNGA PATRICK. Votre solde est de 31500.0000 CDF.`
  expect(treat('AirtelMoney', 'CD', text).facts).toMatchObject({ amount, balance: '31500.00' })
})

test.each(['7.0000', '25.5000', '25000.0001', '25.000.0000', '25,000.00000', '25000.00000'])(
  'other decimals are doubtful: %s',
  (written) => {
    const text = `Trans. ID: CO261118.0820.C79855. Vous avez recu ${written} CDF de 997000101 ILUNGA PATRICK. Votre solde est de 31500.0000 CDF.`
    expect(treat('AirtelMoney', 'CD', text).treatment).toBe('hold')
  },
)

describe('a fee is no amount', () => {
  test.each([
    [
      'M-PESA',
      'TZ',
      'DKJ1TEST01 Imethibitishwa. Tsh15,000.00 imetumwa kwa ASHA OMAR tarehe 18/11/26 saa 6:08 AM Ada Jumla Tsh450.00 (M-Pesa Ada Tsh450.00 + TOZO Tsh0.00). Salio lako la M-Pesa ni Tsh20,000.93.',
      '15000.00',
      '450.00',
    ],
    [
      'EQUITY BANK',
      'UG',
      'Dear ASHA TRADERS LIMITED, 400000.00 UGX was sent to OKELLO MERCY at Equity on 18/11/2026 at 10:02. Ref. 9C0E11D27A53. Charges 0.00 UGX.',
      '400000.00',
      '0.00',
    ],
    [
      'M-PESA',
      'TZ',
      'DKJ1TEST01 Confirmed. Tsh15,000.00 sent to ASHA OMAR on 18/11/26 at 10:08 AM. Charges total Tsh450.00. New balance is Tsh20,000.93.',
      '15000.00',
      '450.00',
    ],
  ])('%s %s', (sender, country, text, amount, fee) => {
    expect(treat(sender, country, text).facts).toMatchObject({ kind: 'outgoing', amount, fee })
  })
})

describe('cash at an agent', () => {
  test.each([
    'DKJ8TEST01 Imethibitishwa mnamo 18/11/26, 8:34 AM Toa Tsh42,000.00 kwa ASHA OMAR SAID Salio lako ni Tsh84,000.93. Tuma au pokea pesa kutoka nchi 200',
    'DKJ8TEST01 Confirmed. On 18/11/26, 7:57 AM Give Tsh42,000.00 to ASHA OMAR SAID New balance is Tsh84,000.93. Send or receive money to 200 countries.',
  ])('that is handed in is the own money of whoever has the account: %s', (text) => {
    expect(treat('M-PESA', 'TZ', text)).toMatchObject({
      treatment: 'hold',
      reason: 'own-money',
      facts: { kind: 'deposit', amount: '42000.00', name: 'ASHA OMAR SAID' },
    })
  })

  test('that is handed out is a withdrawal', () => {
    const text =
      'DKJ3TEST01 Imethibitishwa tarehe 18/11/26 saa 4:23 AM Pokea kiasi cha Tsh15,000.00 kutoka kwa 100421 - Asha Omar H/O TILL Jumla ya Ada Tsh1,645.00. Salio ni Tsh320.93.'
    expect(treat('M-PESA', 'TZ', text)).toMatchObject({
      treatment: null,
      facts: { kind: 'withdrawal', amount: '15000.00' },
    })
  })
})
