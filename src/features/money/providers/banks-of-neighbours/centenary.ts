import type { Provider } from '../provider.ts'

/** Centenary Bank. Its alerts give the amount with its sign. */
export const centenary: Provider = {
  key: 'centenary',
  kind: 'bank',
  names: /\bcentenary/,
  senders: { UG: ['CENTENARY', 'Centenary'] },
}
