import type { Provider } from '../provider.ts'

/** HaloPesa of Halotel. */
export const halopesa: Provider = {
  key: 'halopesa',
  kind: 'wallet',
  names: /\bhalo/,
  methodKey: 'halopesa',
  senders: { TZ: ['HaloPesa', 'HALOPESA'] },
  code: /^(?:\d{9,10}|\d{16})$/,
  receiptForm: 'digits',
  receiptExample: '4512078936',
  tills: /^\d{5,9}$/,
}
