import type { Provider } from '../provider.ts'

/** EcoCash of Burundi. */
export const ecocash: Provider = {
  key: 'ecocash',
  kind: 'wallet',
  names: /\beco[\s._-]?cash/,
  senders: { BI: ['EcoCash'] },
}
