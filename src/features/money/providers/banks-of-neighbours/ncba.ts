import type { Provider } from '../provider.ts'

/** NCBA Bank. */
export const ncba: Provider = {
  key: 'ncba',
  kind: 'bank',
  names: /\bncba/,
  senders: { KE: ['NCBA'] },
  loans: ['loop flex'],
}
