import type { Provider } from '../provider.ts'

/** Absa Bank. */
export const absa: Provider = {
  key: 'absa',
  kind: 'bank',
  names: /\babsa/,
  senders: { TZ: ['ABSA'], KE: ['ABSA'], UG: ['ABSA', 'AbsaUganda'] },
}
