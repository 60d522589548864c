import { dateOf } from '../../dates.ts'
import type { Provider } from '../provider.ts'

/** The year that the letter A at the start of a receipt number stands for, by country. */
const yearOfA: Readonly<Record<string, number>> = { KE: 2006, TZ: 2023 }
const MONTHS = 'ABCDEFGHIJKL'
const DAYS = '123456789ABCDEFGHIJKLMNOPQRSTUV'

/** A receipt number begins with a letter for the year, one for the month, and a digit or letter for the day. */
function dayOf(code: string, country: string): string | undefined {
  const [year = '', month = '', day = ''] = code.toUpperCase()
  const first = yearOfA[country]
  return first === undefined || !/[A-Z]/.test(year)
    ? undefined
    : dateOf(first + year.charCodeAt(0) - 65, MONTHS.indexOf(month) + 1, DAYS.indexOf(day) + 1)
}

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
  dayOf,
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
