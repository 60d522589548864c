import type { Provider } from '../provider.ts'

/** Airtel Money. */
export const airtel: Provider = {
  key: 'airtel',
  kind: 'wallet',
  names: /\bairtel/,
  methodKey: 'airtelmoney',
  senders: {
    TZ: ['AirtelMoney', 'Airtel Money', 'AIRTELMONEY', 'AIRTEL'],
    KE: ['AirtelMoney', 'Airtel Money', 'AIRTELMONEY'],
    UG: ['AirtelMoney', 'Airtel Money'],
    RW: ['AirtelMoney', 'Airtel Money'],
    CD: ['AirtelMoney', 'Airtel Money'],
  },
  code: /^(?:[a-z]{2}\d{6}\d{4}[a-z]\d{5}|\d{11,13})$/,
  receiptForm: 'digits',
  receiptExample: 'MP261126.1012.C04512',
  tills: /^\d{5,9}$/,
  phrases: [
    { kind: 'airtime', language: 'en', pattern: /^(?:airtime|bundles?|data)[.:]/ },
    { kind: 'other', language: 'en', pattern: /^commissions?[.:]/ },
    { kind: 'deposit', language: 'en', pattern: /^deposit(?:ed)?[.:]/ },
    { kind: 'loan', language: 'en', pattern: /^loans?[.:]/ },
  ],
}
