import type { Provider } from '../provider.ts'

/** CRDB Bank. */
export const crdb: Provider = {
  key: 'crdb',
  kind: 'bank',
  names: /\bcrdb/,
  methodKey: 'bank',
  senders: { TZ: ['CRDB BANK', 'CRDB', 'CRDBBANK'] },
  code: /^(?:ft\d{2}[a-z0-9]{6,12}|[0-9a-f]{12,20}|\d{3}[0-9a-f]{12,20}|[a-z0-9]{8,24})$/,
}
