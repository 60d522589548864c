import type { Provider } from '../provider.ts'

/** NMB Bank. */
export const nmb: Provider = {
  key: 'nmb',
  kind: 'bank',
  names: /\bnmb/,
  methodKey: 'bank',
  senders: { TZ: ['NMB', 'NMB BANK', 'NMBBANK'] },
  loans: ['mshiko fasta'],
  phrases: [
    { kind: 'other', language: 'sw', pattern: /kupitia nmb pesa fasta/ },
    { kind: 'loan', language: 'sw', pattern: /salio la mkopo/ },
  ],
}
