import type { Provider } from '../provider.ts'

/** Selcom, a wallet and the network behind many tills. Its receipt numbers have the form of the wallet that paid. */
export const selcom: Provider = {
  key: 'selcom',
  kind: 'wallet',
  names: /\bselcom/,
  senders: { TZ: ['Selcom', 'Selcom Pesa', 'SELCOM', 'SelcomPesa'] },
  code: /^(?:\d{4}[a-z0-9]{4,5}|\d{11}|\d{14})$/,
  receiptForm: 'any',
  tills: /^\d{5,9}$/,
}
