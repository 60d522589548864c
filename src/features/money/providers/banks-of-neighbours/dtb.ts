import type { Provider } from '../provider.ts'

/** Diamond Trust Bank. */
export const dtb: Provider = {
  key: 'dtb',
  kind: 'bank',
  names: /\bdtb\b/,
  senders: { KE: ['DTB'] },
}
