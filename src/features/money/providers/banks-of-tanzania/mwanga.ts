import type { Provider } from '../provider.ts'

/** Mwanga Hakika Bank. */
export const mwanga: Provider = {
  key: 'mwanga',
  kind: 'bank',
  names: /\bmwanga/,
  senders: { TZ: ['Mwanga'] },
}
