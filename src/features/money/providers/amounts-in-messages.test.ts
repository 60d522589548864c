import { describe, expect, test } from 'vitest'
import { treatMessage } from './treat-message.ts'

/** How amounts are told from what stands beside them. People, numbers and texts are invented. */

const read = (text: string, sender = 'M-PESA', country = 'TZ', last_balance?: string) =>
  treatMessage({ text, sender, country, context: { last_balance } })
const mtn = (what: string, balance = '145,500 RWF') =>
  read(
    `You have received ${what} from ASHA UWASE (250788000101). Balance: ${balance}. FT Id: 12345678901`,
    'M-Money',
    'RW',
  )
const lumicash = (what: string, balance = '145 500 FBU') =>
  read(
    `Vous avez recu ${what} de NDAYISENGA ALINE (25769000501). Solde: ${balance}. ID: 7711000201`,
    'Lumicash',
    'BI',
  )

describe('a number that goes on as a date or a clock is no amount', () => {
  test.each([
    '45,500 RWF 2026-11-13 21:05:33',
    '45,500 RWF 13/11/2026 21:05',
    '45500 RWF 13.11.26',
    '45 500 RWF 13-11-2026',
    '45,500 RWF 13 Nov 2026',
    '45,500 RWF 13NOV2026',
    '45,500 RWF 13 novembre 2026',
    '45,500 RWF 21:05',
    '45,500 Frw. 13/11/2026',
  ])('%s', (what) => expect(mtn(what).facts).toMatchObject({ amount: '45500', currency: 'RWF' }))

  test.each([
    ['45,500 TZS 13/11/2026 21:05 kutoka kwa ASHA OMAR 255621000101. Salio TZS 145,500', 'HaloPesa', 'TZ'],
    ['45,500/= 13/11/2026 21:05 kutoka kwa ASHA OMAR 255621000101. Salio TZS 145,500', 'HaloPesa', 'TZ'],
    ['45500 BIF 13/11/2026 kutoka kwa ASHA OMAR. Salio 145500 BIF', 'Lumicash', 'BI'],
  ])('%s', (text, sender, country) => {
    expect(read(`Umepokea ${text}. Muamala: 1234567890`, sender, country).facts.amount).toBe('45500')
  })

  test('a balance before a date is none of its digits', () => {
    const { facts } = mtn('RWF 45,500', '2026-11-13 21:05:33 RWF 145,500')
    expect(facts).toMatchObject({ amount: '45500', balance: '145500' })
  })

  test.each(['45,500 RWF 12345', '45,500.00 RWF 250788000101', '45500 RWF 20261113', '45 500 RWF 1000'])(
    'of two numbers beside one currency neither is certain: %s',
    (what) => expect(mtn(what)).toMatchObject({ treatment: 'hold', reason: 'amount' }),
  )

  test('a number of a receipt before an amount is none', () => {
    const text = 'RECEIVED. TID 155198420011 UGX 45,500 from 256751000101, ASHA AKELLO. Bal UGX 145,500.'
    expect(read(text, 'AirtelMoney', 'UG').facts.amount).toBe('45500')
  })
})

const crdb = (what: string) =>
  read(`Your account 0150****11 ${what} on 03/11/2026. Ref FT26307TEST5. Balance TZS 145,500.00`, 'CRDB BANK')

describe('a sign of money that went out', () => {
  test.each([
    'has been credited with TZS 45,500.00-',
    'has been credited with -TZS 45,500.00',
    'has been credited with 45,500.00- TZS',
    'has been credited with TZS 45,500.00−',
    'was credited with (TZS 45,500.00)',
    'was credited with TZS (45,500.00)',
    'was credited with (45,500.00 TZS)',
    'was credited with TZS 45,500.00 DR',
    'was credited with TZS 45,500.00DR',
    'was credited with TZS 45,500.00 Dr.',
  ])('contradicts that money came in: %s', (what) => {
    expect(crdb(what).treatment).not.toBe('accept')
  })

  test.each([
    'has been credited with TZS 45,500.00 - ASHA OMAR',
    'has been credited with TZS 45,500.00 CR',
    'has been credited with +TZS 45,500.00',
    'has been credited with TZS 45,500.00 (ASHA OMAR)',
  ])('is not in: %s', (what) =>
    expect(crdb(what)).toMatchObject({ facts: { amount: '45500.00' }, treatment: 'accept' }),
  )

  test.each(['TZS 145,500.00-', '(TZS 145,500.00)', 'TZS -145,500.00', 'TZS 145,500.00 DR'])(
    'makes a balance none: %s',
    (balance) => {
      const text = `You have received TZS 45,500.00 from ASHA OMAR. Ref FT26307TEST5. Balance ${balance}`
      expect(read(text, 'CRDB BANK').facts.balance).toBeNull()
    },
  )
})

describe('the currency tells the decimals', () => {
  test.each([
    ['UGX 50.5', 'MTNMobMoney', 'UG'],
    ['UGX 45,500.25', 'MTNMobMoney', 'UG'],
    ['5.50 RWF', 'M-Money', 'RW'],
    ['1500.55 BIF', 'Lumicash', 'BI'],
    ['TZS 45,500.50', 'CRDB BANK', 'TZ'],
    ['Tsh45.5', 'M-PESA', 'TZ'],
    ['187.57 FC', 'M-PESA', 'CD'],
  ])('%s is doubtful', (amount, sender, country) => {
    const text = `You have received ${amount} from ASHA AKELLO. Balance ${amount}. ID: 43100000101.`
    expect(read(text, sender, country)).toMatchObject({ treatment: 'hold', reason: 'amount' })
  })

  test.each([
    ['UGX 50.00', 'MTNMobMoney', 'UG', 'UGX 150,000.25'],
    ['5,500.0 RWF', 'M-Money', 'RW', '10,000.5 RWF'],
    ['KES 50.50', 'KCB', 'KE', 'KES 100.75'],
  ])('%s counts, and balances have cents', (amount, sender, country, balance) => {
    const text = `You have received ${amount} from ASHA AKELLO. Balance ${balance}. ID: 43100000101.`
    expect(read(text, sender, country)).toMatchObject({ treatment: 'accept' })
  })
})

describe('French notation', () => {
  test.each([
    ['5 000,00 BIF', '5000.00'],
    ['BIF 45 500,00', '45500.00'],
    ['1 045 500,00 FBU', '1045500.00'],
    ['5.000 FBU', '5000'],
    ['45.500,00 BIF', '45500.00'],
    ['1.045.500 FBU', '1045500'],
  ])('%s', (amount, number) => {
    expect(lumicash(amount, '2.145.500 FBU')).toMatchObject({
      facts: { amount: number, currency: 'BIF', balance: '2145500' },
      treatment: 'accept',
    })
  })

  test.each([
    ['45.500,00 CDF', '45500.00', 'CDF'],
    ['45 500,00 CDF', '45500.00', 'CDF'],
    ['15.000 FC', '15000', 'CDF'],
    ['25.50 USD', '25.50', 'USD'],
  ])('%s', (amount, number, currency) => {
    const text = `DK31ABC123 Confirme. Vous avez recu ${amount} de ASHA KABILA 243810000101. Nouveau solde: ${amount}.`
    expect(read(text, 'M-PESA', 'CD')).toMatchObject({
      facts: { amount: number, currency },
      treatment: 'accept',
    })
  })

  test.each([
    '5.00 FBU 0',
    '5 000,0 BIF',
    '5 00,00 BIF',
    '45.50,00 BIF',
    '45.5000 FBU',
    '5,00 BIF',
    '045.500 FBU',
  ])('%s is doubtful', (amount) =>
    expect(lumicash(amount)).toMatchObject({ treatment: 'hold', reason: 'amount' }),
  )

  test.each([
    ['45.500,00 BIF', '145,500.00 BIF'],
    ['45.500 BIF', '145,500 BIF'],
    ['45,500 BIF', '145 500,00 BIF'],
  ])('no provider writes %s beside %s', (amount, balance) =>
    expect(lumicash(amount, balance)).toMatchObject({ treatment: 'hold', reason: 'amount' }),
  )

  test.each(['Tsh45.500,00', '45 500,00 TZS', 'TZS 1.045.500,00'])('%s is none of shillings', (amount) =>
    expect(read(`QKW1TEST01 Imethibitishwa. Umepokea ${amount} kutoka kwa ASHA OMAR.`).treatment).toBe(
      'hold',
    ),
  )

  test('a point in a shilling may be that of its decimals', () => {
    expect(read('Umepokea Tsh45.500 kutoka kwa ASHA OMAR. Ref: QKW1TEST01').treatment).toBe('hold')
  })
})
