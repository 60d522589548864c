import type { Provider } from '../provider.ts'

/** M-PESA of Vodacom and Safaricom. */
export const mpesa: Provider = {
  key: 'mpesa',
  kind: 'wallet',
  names: /\b(?:voda)?m[\s._-]?pesa|\bvodacom|\bsafaricom/,
  methodKey: 'mpesa',
  senders: {
    TZ: ['M-PESA', 'M-Pesa', 'MPESA', 'VodaMpesa'],
    KE: ['MPESA', 'M-PESA', 'M-Pesa'],
    CD: ['M-PESA', 'M-Pesa', 'MPESA'],
  },
  code: /^(?=.*\d)(?=.*[a-z])[a-z0-9]{10,11}$/,
  receiptForm: 'ten-letters-and-digits',
  receiptExample: 'DK27H4M9QX',
  tills: /^\d{5,9}$/,
  savings: ['m-?shwari', 'ziidi', 'kcb m-pesa', 'm-koba', 'm-?pawa', 'lock savings'],
  loans: ['songesha', 'fuliza', 'kcb m-pesa loan', 'hustler fund'],
  phrases: [
    { kind: 'loan', language: 'en', pattern: /fuliza m-pesa amount|outstanding fuliza|m-pesa overdraft/ },
    { kind: 'balance', language: 'en', pattern: /your account balance was/ },
    // What it says of cash that is handed to an agent, and of cash that an agent hands out.
    { kind: 'deposit', language: 'sw', pattern: /(?:^|[.,\d] ?|am |pm )toa # kwa ~/ },
    { kind: 'deposit', language: 'en', pattern: /(?:^|[.,\d] ?|am |pm )give # to ~/ },
    { kind: 'withdrawal', language: 'sw', pattern: /pokea kiasi cha # kutoka kwa ~/ },
  ],
}
