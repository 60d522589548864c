import { expect, test } from 'vitest'
import { treatMessage } from './treat-message.ts'

/** What payers type is never the time of the payment. */

const read = (text: string, sender = 'MPESA', country = 'KE') => treatMessage({ text, sender, country })

const MPESA =
  'UK31TEST01 Confirmed. You have received Ksh45,500.00 from ASHA OTIENO 254711000101 for account TYPED on 3/11/26 at 09:04 PM. New M-PESA balance is Ksh145,500.00.'
const AIRTEL =
  'RECEIVED. TID 155198420011. UGX 45,500 from 256751000101, ASHA AKELLO,TYPED. Bal UGX 145,500. 03-11-2026 21:04'
const MTN =
  'You have received UGX 45500 from ASHA AKELLO, 256771000101. Reason: TYPED. New balance: UGX 145500. Date: 2026-11-03 21:04:00. ID: 43100000101.'
const KCB =
  'KES 45,500.00 received from ASHA AKELLO to your account 110XXXX. Narration: TYPED. Ref: FT26324ABCDE. Bal KES 145,500.00 on 03/11/2026 21:04'
const layouts: [text: string, sender: string, country: string][] = [
  [MPESA, 'MPESA', 'KE'],
  [AIRTEL, 'AirtelMoney', 'UG'],
  [MTN, 'MTNMobMoney', 'UG'],
  [KCB, 'KCB', 'KE'],
]
const typed = [
  '1/11/26 at 8:00 AM',
  'rent 1/11/2026 08:00',
  'rent 2026-11-01 08:00:00',
  'kodi 1 Nov 2026 08:00',
  'rent on 1/11/26 at 8:00 AM',
  '1/12/26 at 8:00 AM',
]

test.each(
  layouts.flatMap(([text, sender, country]) => typed.map((note) => [note, text, sender, country] as const)),
)('the time is not "%s" in "%s"', (note, text, sender, country) => {
  const { facts, treatment } = read(text.replace('TYPED', note), sender, country)
  expect(facts.amount).toMatch(/^45500/)
  if (facts.at === null) expect(treatment).toBe('hold')
  else expect(facts.at).toMatch(/^2026-11-03T21:04/)
})

test.each(layouts)('with another note the time is that of the provider: %s', (text, sender, country) => {
  const { facts, treatment } = read(text.replace('TYPED', 'viatu'), sender, country)
  expect(facts.at).toMatch(/^2026-11-03T21:04/)
  expect(treatment).toBe('accept')
})

test('a time that only a note names is none, and the message waits', () => {
  const text =
    'You have received UGX 45500 from ASHA AKELLO, 256771000101. Reason: rent 2026-11-01 08:00:00. New balance: UGX 145500. ID: 43100000101.'
  expect(read(text, 'MTNMobMoney', 'UG')).toMatchObject({
    facts: { at: null },
    treatment: 'hold',
    reason: 'time',
  })
})

test('of two times behind what a payer typed neither is certain', () => {
  const text = MPESA.replace('TYPED', 'INV-22 on 1/11/26 at 8:00 AM')
  expect(read(text)).toMatchObject({ facts: { at: null }, treatment: 'hold', reason: 'time' })
})
