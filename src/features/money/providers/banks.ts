import type { Provider } from './provider.ts'

const bank = (
  key: string,
  names: RegExp,
  senders: Provider['senders'],
  more: Partial<Provider> = {},
): Provider => ({ key, kind: 'bank', names, senders, ...more })

/** Where a name means two of them, the first one counts. */
export const banks: readonly Provider[] = [
  bank(
    'crdb',
    /\bcrdb/,
    { TZ: ['CRDB BANK', 'CRDB', 'CRDBBANK'] },
    {
      methodKey: 'bank',
      code: /^(?:ft\d{2}[a-z0-9]{6,12}|[0-9a-f]{12,20}|\d{3}[0-9a-f]{12,20}|[a-z0-9]{8,24})$/,
    },
  ),
  bank(
    'nmb',
    /\bnmb/,
    { TZ: ['NMB', 'NMB BANK', 'NMBBANK'] },
    {
      methodKey: 'bank',
      loans: ['mshiko fasta'],
      phrases: [
        { kind: 'other', language: 'sw', pattern: /kupitia nmb pesa fasta/ },
        { kind: 'loan', language: 'sw', pattern: /salio la mkopo/ },
      ],
    },
  ),
  bank('nbc', /\bnbc\b/, { TZ: ['NBC', 'NBC BANK'] }),
  bank('azania', /\bazania/, { TZ: ['Azania'] }),
  bank('mkombozi', /\bmkombozi/, { TZ: ['Mkombozi'] }),
  bank('mwanga', /\bmwanga/, { TZ: ['Mwanga'] }),
  bank('exim', /\bexim/, { TZ: ['Exim'] }),
  bank('equity', /\bequity/, {
    TZ: ['EQUITY BANK'],
    KE: ['EQUITY BANK', 'EquityBank', 'Equity Bank'],
    UG: ['EQUITY BANK'],
    RW: ['EQUITY BANK'],
  }),
  bank('kcb', /\bkcb/, { TZ: ['KCB'], KE: ['KCB', 'KCB BANK'], UG: ['KCB'] }),
  bank('ncba', /\bncba/, { KE: ['NCBA'] }, { loans: ['loop flex'] }),
  bank('coop', /\bco-?op/, { KE: ['CO-OP BANK', 'COOPBANK', 'Co-opBank'] }),
  bank('absa', /\babsa/, { TZ: ['ABSA'], KE: ['ABSA'], UG: ['ABSA', 'AbsaUganda'] }),
  bank('stanbic', /\bstanbic/, { TZ: ['STANBIC'], KE: ['STANBIC'], UG: ['StanbicBank'] }),
  bank('dtb', /\bdtb\b/, { KE: ['DTB'] }),
  bank('i&m', /\bi&m|\bimbank/, { KE: ['I&M BANK', 'IMBank'], RW: ['I&M BANK'] }),
  bank('centenary', /\bcentenary/, { UG: ['CENTENARY'] }),
  bank('dfcu', /\bdfcu/, { UG: ['DFCU'] }),
  bank('bk', /^bk\b|\bbank of kigali/, { RW: ['BK'] }),
]
