import type { Provider } from '../provider.ts'

/** MTN Mobile Money. */
export const mtn: Provider = {
  key: 'mtn',
  kind: 'wallet',
  names: /\bmtn|\bmo[\s._-]?mo|\bm[\s._-]?money|\bmobilemoney/,
  senders: {
    UG: ['MTNMobMoney', 'MTN MoMo', 'MTNMoMo', 'MoMo', 'MobileMoney'],
    RW: ['M-Money', 'MTN MoMo', 'MTNMobMoney', 'MoMo'],
    BI: ['M-Money'],
  },
  code: /^\d{10,11}$/,
  receiptForm: 'digits',
  receiptExample: '26451938274',
  loans: ['mokash', 'xtracash', 'momo advance', 'momoadvance'],
  phrases: [
    {
      kind: 'outgoing',
      language: 'en',
      pattern: /virtual card has deducted|a transaction of # by [^.#]{1,60} on your/,
    },
  ],
}
