import type { Provider } from '../provider.ts'

/** Stanbic Bank. Its alerts give the amount with its sign, without saying who paid. */
export const stanbic: Provider = {
  key: 'stanbic',
  kind: 'bank',
  names: /\bstanbic/,
  senders: { TZ: ['STANBIC'], KE: ['STANBIC'], UG: ['StanbicBank'] },
}
