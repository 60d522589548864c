import type { Provider } from '../provider.ts'

/** Equity Bank. */
export const equity: Provider = {
  key: 'equity',
  kind: 'bank',
  names: /\bequity/,
  senders: {
    TZ: ['EQUITY BANK'],
    KE: ['EQUITY BANK', 'EquityBank', 'Equity Bank'],
    UG: ['EQUITY BANK', 'EquityBank', 'Equity Bank'],
    RW: ['EQUITY BANK', 'EquityBank', 'Equity Bank'],
  },
}
