import type { Provider } from '../provider.ts'

/** NBC, the National Bank of Commerce. */
export const nbc: Provider = {
  key: 'nbc',
  kind: 'bank',
  names: /\bnbc\b/,
  senders: { TZ: ['NBC', 'NBC BANK'] },
}
