import { expect, test } from 'vitest'
import { isUsualReceipt, receiptForm, receiptKey } from '../received/receipt-key.ts'
import { looksLikeProvider, methodOfSender, providerOf } from './all-providers.ts'

/** Which wallet or bank a name means. */

const names: Record<string, string[]> = {
  mixx: ['TIGOPESA', 'Tigo Pesa', 'Mixx by Yas', 'Tigo Pesa (Lipa)'],
  airtel: ['AirtelMoney', 'Airtel Money', 'AIRTEL MONEY TZ'],
  halopesa: ['HaloPesa', 'HALOPESA', 'Halo Pesa'],
  selcom: ['Selcom', 'Selcom Pesa'],
  azampesa: ['AzamPesa', 'AZAMPESA', 'Azam Pesa', 'Azam-Pesa'],
  mtn: ['MTN', 'MTNMobMoney', 'MTN MoMo', 'MoMo', 'M-Money', 'mMoney'],
  mpesa: ['M-PESA', 'MPESA', 'M Pesa', 'VodaMpesa', 'Vodacom M-Pesa', 'Lipa na M-Pesa', 'Safaricom'],
  ezypesa: ['EzyPesa', 'Ezy Pesa'],
  lumicash: ['Lumicash'],
  ecocash: ['EcoCash', 'Eco Cash'],
  crdb: ['CRDB BANK', 'CRDB Bank Plc'],
  bank: ['Bank Transfer', 'Bank'],
}

test.each(Object.entries(names))('%s is meant by each of its names', (provider, spelled) => {
  expect(spelled.map(providerOf)).toEqual(spelled.map(() => provider))
})

test('a name with another one inside it is another provider', () => {
  const all = Object.values(names).flat()
  for (const name of all) expect(providerOf(`Xa${name.replaceAll(/\W/g, '')}`)).not.toBe(providerOf(name))
})

test('messages of M-Pesa are about M-Pesa, wherever another wallet stands in the list', () => {
  for (const methods of [
    ['AzamPesa', 'Vodacom M-Pesa'],
    ['Vodacom M-Pesa', 'AzamPesa'],
  ])
    expect(methodOfSender('M-PESA', methods)).toBe('Vodacom M-Pesa')
  expect(methodOfSender('M-PESA', ['AzamPesa', 'Bank Transfer'])).toBeUndefined()
})

test.each([
  'AlRTEL',
  'TlGO',
  'MlXX',
  'EXlM',
  'l&M BANK',
  'HaIoPesa',
  'SeIcom',
  'EquIty',
  'CENTENARY',
  'rntn',
  'TlG0',
])('a sender %s looks like a provider', (sender) => expect(looksLikeProvider(sender)).toBe(true))

test.each(['ZANABANK', 'LIPA', 'Iringa Bank', 'PILI BANK', 'Corner Pay'])(
  'a sender %s looks like none',
  (sender) => expect(looksLikeProvider(sender)).toBe(false),
)

test.each(['M-Pesa', 'TigoPesa', 'Mixx by Yas', 'Airtel Money', 'HaloPesa', 'MTN MoMo'])(
  'the example of a receipt number of %s has its form',
  (method) => {
    const { form, example } = receiptForm(method)
    expect(form).not.toBe('any')
    expect(isUsualReceipt(method, receiptKey(example))).toBe(true)
  },
)
