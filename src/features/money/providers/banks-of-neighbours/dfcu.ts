import type { Provider } from '../provider.ts'

/** dfcu Bank. */
export const dfcu: Provider = {
  key: 'dfcu',
  kind: 'bank',
  names: /\bdfcu/,
  senders: { UG: ['DFCU'] },
}
