import type { Provider } from '../provider.ts'

/** Lumicash of Burundi. */
export const lumicash: Provider = {
  key: 'lumicash',
  kind: 'wallet',
  names: /\blumi[\s._-]?cash/,
  senders: { BI: ['Lumicash'] },
}
