import type { Provider } from '../provider.ts'

/** Mixx by Yas, formerly Tigo Pesa. */
export const mixx: Provider = {
  key: 'mixx',
  kind: 'wallet',
  names: /\btigo|\bmixx/,
  methodKey: 'tigopesa',
  senders: {
    TZ: ['TIGOPESA', 'TigoPesa', 'Tigo Pesa', 'MIXX BY YAS', 'MixxByYas', 'Mixx by Yas', 'MIXX'],
  },
  code: /^\d{11}$|^\d{14}$|^[a-z]{2}\d{10}[a-z]\d{5}$|^mfici\d{10}r\d{8,12}$/,
  receiptForm: 'digits',
  receiptExample: '26451938274',
  tills: /^\d{5,9}$/,
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
}
