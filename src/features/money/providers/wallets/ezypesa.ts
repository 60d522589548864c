import type { Provider } from '../provider.ts'

/** EzyPesa of Zantel. */
export const ezypesa: Provider = {
  key: 'ezypesa',
  kind: 'wallet',
  names: /\bezy[\s._-]?pesa/,
  senders: { TZ: ['EzyPesa'] },
}
