import type { Provider } from './provider.ts'

const TILL = /^\d{5,9}$/

/** Where a name means two of them, the first one counts. */
const all: readonly Omit<Provider, 'kind'>[] = [
  // Mixx by Yas, formerly Tigo Pesa.
  {
    key: 'mixx',
    names: /\btigo|\bmixx/,
    methodKey: 'tigopesa',
    senders: {
      TZ: ['TIGOPESA', 'TigoPesa', 'Tigo Pesa', 'MIXX BY YAS', 'MixxByYas', 'Mixx by Yas', 'MIXX'],
    },
    code: /^\d{11}$|^\d{14}$|^[a-z]{2}\d{10}[a-z]\d{5}$|^mfici\d{10}r\d{8,12}$/,
    receiptForm: 'digits',
    tills: TILL,
    loans: ['nivushe', 'bustisha'],
    savings: ['kibubu'],
    phrases: [
      {
        kind: 'incoming',
        language: 'sw',
        pattern: /hamisho la pesa limekamilika[^#]{0,40}#[^#]{0,20}umepokea/,
      },
      { kind: 'loan', language: 'en', pattern: /paid your (?:bustisha|nivushe) balance/ },
      { kind: 'outgoing', language: 'en', pattern: /txn (?:amt|successful)/ },
    ],
  },
  {
    key: 'airtel',
    names: /\bairtel/,
    methodKey: 'airtelmoney',
    senders: {
      TZ: ['AirtelMoney', 'Airtel Money', 'AIRTELMONEY', 'AIRTEL'],
      KE: ['AirtelMoney', 'Airtel Money'],
      UG: ['AirtelMoney', 'Airtel Money'],
      RW: ['AirtelMoney', 'Airtel Money'],
    },
    code: /^(?:[a-z]{2}\d{6}\d{4}[a-z]\d{5}|\d{11,13})$/,
    receiptForm: 'digits',
    tills: TILL,
    phrases: [
      { kind: 'airtime', language: 'en', pattern: /^(?:airtime|bundles?|data)[.:]/ },
      { kind: 'other', language: 'en', pattern: /^commissions?[.:]/ },
      { kind: 'deposit', language: 'en', pattern: /^deposit(?:ed)?[.:]/ },
      { kind: 'loan', language: 'en', pattern: /^loans?[.:]/ },
    ],
  },
  {
    key: 'halopesa',
    names: /\bhalo/,
    methodKey: 'halopesa',
    senders: { TZ: ['HaloPesa', 'HALOPESA'] },
    code: /^(?:\d{9,10}|\d{16})$/,
    receiptForm: 'digits',
    tills: TILL,
  },
  // Selcom, a wallet and the network behind many tills. Its receipt numbers have the form of the wallet that paid.
  {
    key: 'selcom',
    names: /\bselcom/,
    senders: { TZ: ['Selcom', 'Selcom Pesa', 'SELCOM', 'SelcomPesa'] },
    code: /^(?:\d{4}[a-z0-9]{4,5}|\d{11}|\d{14})$/,
    receiptForm: 'any',
    tills: TILL,
  },
  {
    key: 'azampesa',
    names: /\bazam[\s._-]?pesa/,
    senders: { TZ: ['AzamPesa', 'AZAMPESA'] },
  },
  {
    key: 'mtn',
    names: /\bmtn|\bmo[\s._-]?mo|\bm[\s._-]?money|\bmobilemoney/,
    senders: {
      UG: ['MTNMobMoney', 'MTN MoMo', 'MTNMoMo', 'MoMo', 'MobileMoney'],
      RW: ['M-Money', 'MTN MoMo', 'MTNMobMoney', 'MoMo'],
      BI: ['M-Money'],
    },
    code: /^\d{10,11}$/,
    receiptForm: 'digits',
    loans: ['mokash', 'xtracash', 'momo advance', 'momoadvance'],
    phrases: [{ kind: 'outgoing', language: 'en', pattern: /virtual card has deducted/ }],
  },
  {
    key: 'mpesa',
    names: /\b(?:voda)?m[\s._-]?pesa|\bvodacom|\bsafaricom/,
    methodKey: 'mpesa',
    senders: {
      TZ: ['M-PESA', 'M-Pesa', 'MPESA', 'VodaMpesa'],
      KE: ['MPESA', 'M-PESA', 'M-Pesa'],
      CD: ['M-PESA', 'M-Pesa', 'MPESA'],
    },
    code: /^(?=.*\d)(?=.*[a-z])[a-z0-9]{10,11}$/,
    receiptForm: 'ten-letters-and-digits',
    tills: TILL,
    savings: ['m-?shwari', 'ziidi', 'kcb m-pesa', 'm-koba', 'm-?pawa', 'lock savings'],
    loans: ['songesha', 'fuliza', 'kcb m-pesa loan', 'hustler fund'],
    phrases: [
      { kind: 'loan', language: 'en', pattern: /fuliza m-pesa amount|outstanding fuliza|m-pesa overdraft/ },
      { kind: 'balance', language: 'en', pattern: /your account balance was/ },
    ],
  },
  {
    key: 'ezypesa',
    names: /\bezy[\s._-]?pesa/,
    senders: { TZ: ['EzyPesa'] },
  },
  {
    key: 'lumicash',
    names: /\blumi[\s._-]?cash/,
    senders: { BI: ['Lumicash'] },
  },
  {
    key: 'ecocash',
    names: /\beco[\s._-]?cash/,
    senders: { BI: ['EcoCash'] },
  },
]

export const wallets = all.map((wallet): Provider => ({ kind: 'wallet', ...wallet }))
