import type { Provider } from '../provider.ts'

/** KCB Bank. */
export const kcb: Provider = {
  key: 'kcb',
  kind: 'bank',
  names: /\bkcb/,
  senders: { TZ: ['KCB'], KE: ['KCB', 'KCB BANK'], UG: ['KCB'] },
}
