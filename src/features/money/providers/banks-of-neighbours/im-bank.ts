import type { Provider } from '../provider.ts'

/** I&M Bank. */
export const imBank: Provider = {
  key: 'i&m',
  kind: 'bank',
  names: /\bi&m|\bimbank/,
  senders: { KE: ['I&M BANK', 'IMBank'], RW: ['I&M BANK'] },
}
