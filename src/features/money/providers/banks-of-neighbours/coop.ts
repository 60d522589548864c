import type { Provider } from '../provider.ts'

/** Co-operative Bank of Kenya. */
export const coop: Provider = {
  key: 'coop',
  kind: 'bank',
  names: /\bco-?op/,
  senders: { KE: ['CO-OP BANK', 'COOPBANK', 'Co-opBank'] },
}
