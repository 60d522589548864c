import type { Provider } from '../provider.ts'

/** Bank of Kigali. */
export const bankOfKigali: Provider = {
  key: 'bk',
  kind: 'bank',
  names: /^bk\b|\bbank of kigali/,
  senders: { RW: ['BK'] },
}
