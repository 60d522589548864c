import type { Provider } from '../provider.ts'

/** Azania Bank. */
export const azania: Provider = {
  key: 'azania',
  kind: 'bank',
  names: /\bazania/,
  senders: { TZ: ['Azania'] },
}
