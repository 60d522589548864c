import type { Provider } from '../provider.ts'

/** Exim Bank. */
export const exim: Provider = {
  key: 'exim',
  kind: 'bank',
  names: /\bexim/,
  senders: { TZ: ['Exim'] },
}
