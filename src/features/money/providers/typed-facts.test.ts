import { describe, expect, test } from 'vitest'
import type { Message } from './message.ts'
import { treatMessage } from './treat-message.ts'

/**
 * Payers type what they like where a message has room for it. What they type is never taken for a fact of the provider: such a
 * message is read as without it, or waits for a person with the provider's facts.
 */

const at = { received_at: '2026-11-20T09:47:30+03:00' }
const layouts: (Message & { code: string; balance: string })[] = [
  {
    sender: 'MTNMobMoney',
    country: 'UG',
    text: 'You have received UGX 36000 from ASHA AKELLO, 256771000101 on 2026-11-20 09:47:05. fee:0. Reason: NOTE. New balance: UGX 236000. ID: 43100000101.',
    code: '43100000101',
    balance: '236000',
  },
  {
    sender: 'NMB',
    country: 'TZ',
    text: 'Umepokea TZS 36,000.00 kutoka kwa ASHA OMAR kwenye akaunti yako 201XXXX. Maelezo: NOTE. Kumb: 123ABC456789. Salio TZS 236,000.00',
    code: '123ABC456789',
    balance: '236000.00',
  },
  {
    sender: 'CRDB BANK',
    country: 'TZ',
    text: 'Umepokea TZS 36,000.00 kutoka kwa ASHA OMAR kwenye akaunti yako 0152XXXX. Maelezo: NOTE. Kumbukumbu: FT26324ABCDE. Salio TZS 236,000.00',
    code: 'FT26324ABCDE',
    balance: '236000.00',
  },
  {
    sender: 'KCB',
    country: 'KE',
    text: 'KES 36,000.00 received from ASHA AKELLO to your account 110XXXX. Narration: NOTE. Ref: FT26324ABCDE. Bal KES 236,000.00',
    code: 'FT26324ABCDE',
    balance: '236000.00',
  },
].map((layout) => ({ ...layout, ...at }))

const words = ['viatu', 'malipo ya oda', 'school fees term 2']
const typedCodes = [
  'id 99887766',
  'student ID 20261234',
  'customer id: 4455667',
  '. ID 43999999999',
  '. Id: 43999999999',
  'txn 99887766',
  'TxnId: 99887766.',
  'transaction no 99887766',
  'stakabadhi 99887766',
  'muamala 99887766',
  'receipt QKX1TEST77',
  'ref 99887766',
  'Kumb: 99887766A.',
  'tid 99887766',
  'financial transaction id 99887766',
]
const typedBalances = [
  'salio TZS 936,000',
  'balance UGX 536000',
  '. New balance: 999000.',
  'bal KES 1,000,000.00',
]

describe.each(layouts.map((layout) => [layout.sender, layout] as const))(
  '%s',
  (_, { text, code, balance, ...message }) => {
    const read = (note: string) => {
      const { facts, treatment } = treatMessage({ ...message, text: text.replace('NOTE', note) })
      return { code: facts.code, balance: facts.balance, amount: Number(facts.amount), treatment }
    }

    test.each(['. ID 43999999999', 'txn 99887766', 'Kumb: 99887766A', ...typedBalances])(
      'waits with "%s" behind the note',
      (typed) => expect(read(`viatu ${typed}`).treatment).toBe('hold'),
    )

    test.each(words)('counts with the note "%s"', (note) =>
      expect(read(note)).toEqual({ code, balance, amount: 36_000, treatment: 'accept' }),
    )

    test.each(words.flatMap((word) => [...typedCodes, ...typedBalances].map((typed) => `${word} ${typed}`)))(
      'does not take "%s" for facts',
      (note) => expect(read(note)).toMatchObject({ code, balance, amount: 36_000 }),
    )
  },
)

test('a typed number is no receipt number where the provider writes none', () => {
  const text =
    'Umepokea TZS 36,000.00 kutoka kwa ASHA OMAR kwenye akaunti yako 0152XXXX. Maelezo: student ID 20261234. Salio TZS 236,000.00'
  expect(treatMessage({ sender: 'CRDB BANK', country: 'TZ', text, ...at })).toMatchObject({
    facts: { code: null },
    treatment: 'hold',
    reason: 'no-code',
  })
})

test.each(['kwa niaba ya DUKA LA MAMA 255733000999', 'on behalf of DUKA LA MAMA 255733000999'])(
  'a phone "%s" is nobody’s',
  (typed) => {
    const text = `Umepokea TZS 36,000.00 kutoka kwa ASHA OMAR ${typed}. Kumb: 123ABC456789. Salio TZS 236,000.00`
    expect(treatMessage({ sender: 'NMB', country: 'TZ', text, ...at }).facts).toMatchObject({ phone: null })
  },
)

test.each([
  'Bili yako imelipwa Tsh36,000.00 na 255711000101',
  'Luku yako imelipwa TZS 36,000 na 255711000101',
  'Deni lako limelipwa TZS 36,000 na 255711000101',
])('"%s" is money that went out', (text) => {
  const { facts } = treatMessage({ sender: 'NMB', country: 'TZ', text: `${text}. Kumb: 123ABC456789.` })
  expect(facts.kind).not.toBe('incoming')
})

test('a small k before an amount is no shilling', () => {
  const text = 'You have received k36,000.00 from ASHA OMAR. Ref: 123ABC456789. Bal k236,000.00'
  expect(treatMessage({ sender: 'NMB', country: 'TZ', text }).treatment).not.toBe('accept')
})
