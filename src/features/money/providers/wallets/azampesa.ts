import type { Provider } from '../provider.ts'

/** AzamPesa. */
export const azampesa: Provider = {
  key: 'azampesa',
  kind: 'wallet',
  names: /\bazam[\s._-]?pesa/,
  senders: { TZ: ['AzamPesa', 'AZAMPESA'] },
}
