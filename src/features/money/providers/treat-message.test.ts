import { expect, test } from 'vitest'
import { makeReference } from '../charges/reference.ts'
import { numbersFrom } from '../templates/testing/layouts.ts'
import type { Message } from './message.ts'
import { treatMessage } from './treat-message.ts'

const genuine: Message = {
  sender: 'M-PESA',
  country: 'TZ',
  text: 'QKA1TEST22 Confirmed. You have received TZS 32,500.00 from ZUHURA MWAMBA (255711000201) on 2026-11-02 at 09:05 AM. New M-Pesa balance is TZS 91,250.50.',
  received_at: '2026-11-02T06:05:40Z',
  context: { last_balance: '58,750.50', used_codes: ['QKA1TEST21'] },
}
const text = (change: (text: string) => string): Partial<Message> => ({ text: change(genuine.text) })
const till =
  'Umepokea Malipo ya TSh 12,500 kwenye Lipa namba 700700 kutoka kwa 255711000203 - BAHATI NGOMA. Kumbukumbu No.: 27000000000001.'
const paybill =
  'RTA9TEST31 Confirmed. Ksh4,100.00 received from JUMA WAFULA 254711000204 for account DUKA77 on 2/11/26 at 9:00 AM.'

test('a genuine message is accepted', () => {
  expect(treatMessage(genuine).treatment).toBe('accept')
})

test.each<[string, Partial<Message>]>([
  ['another sender', { sender: '+255711000201' }],
  ['a sender with another letter', { sender: 'M-PESΑ' }],
  ['a sender in other letters', { sender: 'm-pesa' }],
  ['a sender of another country', { sender: 'MTNMobMoney' }],
  ['an unknown country', { country: 'XX' }],
  ['an edited amount', text((all) => all.replace('32,500.00', '52,500.00'))],
  ['an amount above the balance', { ...text((all) => all.replace('32,500.00', '132,500.00')), context: {} }],
  ['a broken chain of balances', { context: { last_balance: '10.00' } }],
  ['no balance where there was one', text((all) => all.replace(/ New M-Pesa.*/, ''))],
  ['an amount that may be a thousand or one', text((all) => all.replace('32,500.00', '32.500,00'))],
  ['a Cyrillic letter', text((all) => all.replace('TZS', 'TZЅ'))],
  ['a zero-width blank', text((all) => all.replace('received', 're\u200Bceived'))],
  ['a soft hyphen', text((all) => all.replace('received', 're\u00ADceived'))],
  ['Arabic digits', text((all) => all.replace('255711000201', '٢٥٥٧١١٠٠٠٢٠١'))],
  ['fullwidth digits', text((all) => all.replace('91,250.50', '９１,250.50'))],
  ['no receipt number', text((all) => all.replace('QKA1TEST22 ', ''))],
  ['a time in the future', { received_at: '2026-11-02T05:00:00Z' }],
  ['a time before that of the last message', { context: { last_at: '2026-11-02T06:10:00Z' } }],
  ['a time long ago', { received_at: '2026-11-20T06:05:40Z' }],
  ['a forwarded text', { text: `Fwd: ${till}`, context: {} }],
  ['a quoted text', { text: `"${till}"`, context: {} }],
  ['a text with its sender', { text: `From: M-PESA ${till}`, context: {} }],
  ['a later sentence that takes it back', text((all) => `${all} This transaction will be reversed.`)],
  ['a payment that is still pending', text((all) => `${all} Please wait for confirmation.`)],
  ['two payments in one text', text((all) => `${all} ${all}`)],
  ['nothing received', { ...text((all) => all.replace('32,500.00', '0.00')), context: {} }],
])('%s is not accepted', (_, change) => {
  expect(treatMessage({ ...genuine, ...change }).treatment).not.toBe('accept')
})

test.each<[string, Message, 'accept' | 'reject']>([
  ['a receipt number that was used', { ...genuine, context: { used_codes: ['qka1 test22'] } }, 'reject'],
  ['the till of another shop', { ...genuine, text: till, context: { own_lipa: ['111111'] } }, 'reject'],
  ...[
    'kwenda LIPA 700700 DUKA',
    'kupitia Lipa 700700',
    'kwenye LIPA NAMBA yako 700700',
    'to till 700700',
  ].map((place): [string, Message, 'reject'] => [
    `the till of another shop, ${place}`,
    {
      ...genuine,
      sender: 'MIXX BY YAS',
      text: till.replace('kwenye Lipa namba 700700', place),
      context: { own_lipa: ['111111'] },
    },
    'reject',
  ]),
  [
    'the own till',
    { ...genuine, sender: 'MIXX BY YAS', text: till, context: { own_lipa: ['700700'] } },
    'accept',
  ],
  [
    'the account of another shop',
    { ...genuine, country: 'KE', text: paybill, context: { own_paybill_accounts_prefix: 'SOKO' } },
    'reject',
  ],
  [
    'an own account',
    { ...genuine, country: 'KE', text: paybill, context: { own_paybill_accounts_prefix: 'DUKA' } },
    'accept',
  ],
])('%s', (_, message, treatment) => {
  expect(treatMessage(message).treatment).toBe(treatment)
})

test('money that goes out is no received money, however it is written', () => {
  const out =
    'QKA1TEST24 Confirmed. TZS 5,000.00 sent to YOU HAVE RECEIVED LTD on 2/11/26 at 1:00 PM. New M-Pesa balance is TZS 9,000.00.'
  expect(treatMessage({ ...genuine, text: out, context: {} }).treatment).toBeNull()
})

test('no reference of the shop makes the message that names it doubtful', () => {
  const random = numbersFrom(2_711)
  for (let count = 0; count < 5_000; count++) {
    const reference = makeReference((below) => Math.floor(random() * below))
    const text = `SKA1TEST11 Confirmed. You have received TZS 45,000.00 from NURU SALUM (255711000301) on 2026-11-20 at 10:00 AM. Reference ${reference}. New M-Pesa balance is TZS 145,000.00.`
    const { treatment } = treatMessage({
      text,
      sender: 'M-PESA',
      country: 'TZ',
      received_at: '2026-11-20T07:00:30Z',
    })
    expect([reference, treatment]).toEqual([reference, 'accept'])
  }
})

test.each([
  ['the balance of another wallet', { sender: 'NMB' }],
  ['a payment in dispute', { text: `${genuine.text} The sender has disputed it.` }],
  ['the first half of a message', { text: genuine.text.replace('You have', 'The transaction of TZS 5.00') }],
])('%s waits for a person', (_, change) => {
  expect(treatMessage({ ...genuine, context: {}, ...change }).treatment).not.toBe('accept')
})
