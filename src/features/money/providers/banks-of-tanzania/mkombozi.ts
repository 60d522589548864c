import type { Provider } from '../provider.ts'

/** Mkombozi Commercial Bank. */
export const mkombozi: Provider = {
  key: 'mkombozi',
  kind: 'bank',
  names: /\bmkombozi/,
  senders: { TZ: ['Mkombozi'] },
}
