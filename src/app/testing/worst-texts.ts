import { normalPhone } from '../../features/accounts/phone.ts'
import { createRdap, readAnswer, readWhois } from '@kikoa/registry-answers'
import { readAmount } from '../../features/money/amounts.ts'
import { readReceipt } from '../../features/money/claims/receipt-text.ts'
import { linesOf, printable, runsOf } from '../../features/money/server/invoices/text-runs.ts'
import { mayBeLearned } from '../../features/money/server/templates/read-incoming.ts'
import { learn, marksLike } from '../../features/money/templates/learn.ts'
import { readByTemplate } from '../../features/money/templates/read.ts'
import { choicesIn, suggestedMarks } from '../../features/money/templates/suggest.ts'
import { readDomainName } from '../../features/products/domain-names.ts'
import { readAsciiName } from '../../features/products/names/scripts.ts'
import { suggestAddresses } from '../../features/products/email-addresses.ts'
import { oneLine } from '../../shared/texts/one-line.ts'
import { readText } from '../../features/money/server/statements/reading/read-file.ts'
import { redact } from '../../features/availability/server/unread-answers.ts'
import { readMessage } from '../../features/money/providers/read-message.ts'
import { treatMessage } from '../../features/money/providers/treat-message.ts'
import { findTime, provenOrder, readTime } from '../../features/money/dates.ts'
import { isSamePayer, mayBeSameName } from '../../features/money/received/payer.ts'
import { providerOf } from '../../features/money/providers/all-providers.ts'
import {
  isUsualReceipt,
  methodKey,
  receiptKey,
  receiptOfSheet,
} from '../../features/money/received/receipt-key.ts'
import { referencesIn } from '../../features/money/charges/reference.ts'

/** A function that reads text of the outside: of payers, wallets, banks and registries. */
export interface Reader {
  name: string
  read(text: string): unknown
  /** The longest text that it looks at, in characters, where that is less than 100 KB. */
  longest?: number
}

/** An error is an answer too. */
const statement = (text: string) =>
  tolerant(() => readText(text, { layouts: {}, now: new Date('2026-11-27') }))
const plain = (text: string) => text.replaceAll(/[<&]/g, '')
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

function tolerant(read: () => unknown) {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The answer of an RDAP server to a name that nobody has. */
const rdapAnswer = (said: object, status = 404) =>
  createRdap({
    toAscii: readAsciiName,
    now: () => new Date(0),
    transport: {
      addressesOf: () => Promise.resolve([]),
      close: () => Promise.resolve(),
      get: () =>
        Promise.resolve({
          status,
          headers: { 'content-type': 'application/rdap+json' },
          body: Buffer.from(JSON.stringify({ rdapConformance: ['rdap_level_0'], ...said })),
        }),
    },
  })({
    base: 'https://rdap.example/',
    allowPrivate: false,
    name: 'duka.tz',
    signal: new AbortController().signal,
  }).catch(() => undefined)

const template = {
  parts: [
    { text: 'Bank: TZS ' },
    { slot: 'amount' },
    { text: ' from ' },
    { slot: 'name' },
    { text: ' Ref ' },
    { slot: 'code' },
  ],
  currency: 'TZS',
} as const

/** All readers of outside text. */
export const readers: Reader[] = [
  { name: 'a message', read: (text) => readMessage(text, 'TZ') },
  { name: 'a message of the usual length', read: (text) => readMessage(text, 'TZ'), longest: 2_000 },
  {
    name: 'what a message counts for',
    read: (text) =>
      treatMessage({ text: `You have received TZS 1,000.00 from ${text}`, sender: 'M-PESA', country: 'TZ' }),
    longest: 1_950,
  },
  { name: 'a file', read: statement },
  {
    name: 'the details of a row',
    read: (text) => statement(`Date,Ref,Details,Credit\n20/11/2026,A1,${quoted(text)},5`),
  },
  {
    name: 'the payer of a row',
    read: (text) => statement(`Date,Ref,Payer,Credit\n20/11/2026,A1,${quoted(text)},5`),
  },
  {
    name: 'the amount of a row',
    read: (text) => statement(`Date,Ref,Details,Credit\n20/11/2026,A1,x,${quoted(text)}`),
  },
  { name: 'the date of a row', read: (text) => statement(`Date,Ref,Details,Credit\n${quoted(text)},A1,x,5`) },
  { name: 'a header', read: (text) => statement(`Date,Ref,${quoted(text)},Credit\n20/11/2026,A1,x,5`) },
  { name: 'an MT940 file', read: (text) => statement(`:61:261105C1,00\n${text}`) },
  {
    name: 'an entry of MT940',
    read: (text) => statement(`:60F:C261101TZS0,00\n:61:261105C1,00NTRF${text}\n:62F:C261105TZS1,00`),
  },
  {
    name: 'the details of MT940',
    read: (text) => statement(`:61:261105C1,00NTRFNONREF//A1\n:86:${text}\n:62F:C261105TZS1,00`),
  },
  { name: 'the fields of MT940', read: (text) => statement(`:61:${text}\n:62F:${text}`) },
  {
    name: 'the status and direction of a row',
    read: (text) => statement(`Date,Status,Type,Amount\n20/11/2026,${quoted(text)},${quoted(text)},5`),
  },
  {
    name: 'the balance line of a table',
    read: (text) => statement(`Date,Details,Credit,Balance\n${quoted(text)},${quoted(text)},5,5`),
  },
  { name: 'a table of HTML', read: (text) => statement(`<table><tr><td>${text}`) },
  {
    name: 'an entry of camt.053',
    read: (text) =>
      statement(`<Document><BkToCstmrStmt><Stmt><Ntry>${text}</Ntry></Stmt></BkToCstmrStmt></Document>`),
  },
  {
    name: 'the texts of camt.053',
    read: (text) =>
      statement(
        `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="TZS">${plain(text)}</Amt><BookgDt><Dt>${plain(text)}</Dt></BookgDt></Ntry></Stmt></BkToCstmrStmt></Document>`,
      ),
  },
  { name: 'an answer of WHOIS', read: (text) => readWhois(text, 'tz', 'duka.tz') },
  { name: 'an answer that is kept', read: (text) => redact(text, 'duka.tz') },
  {
    name: 'an answer of WHOIS beside "not found"',
    read: (text) =>
      tolerant(() =>
        readAnswer(`NOT FOUND\n${text}`, 'duka.tz', { suffix: 'tz', server: 'whois.example' }, readAsciiName),
      ),
  },
  { name: 'the texts of an RDAP answer', read: (text) => rdapAnswer({ title: text, description: [text] }) },
  {
    name: 'the names of an RDAP answer',
    read: (text) => rdapAnswer({ objectClassName: 'domain', ldhName: text, unicodeName: text }, 200),
  },
  {
    name: 'the links of an RDAP answer',
    read: (text) => rdapAnswer({ links: [{ href: `/domain/a.${text}` }] }),
  },
  { name: 'a domain name', read: (text) => [readDomainName(text), readDomainName(`${text}.com`)] },
  { name: 'an address of email', read: (text) => [suggestAddresses(text), suggestAddresses(`a@${text}`)] },
  { name: 'a text of one line', read: oneLine },
  { name: 'a phone number', read: (text) => normalPhone(text, 'TZ') },
  {
    name: 'a pasted receipt',
    read: (text) =>
      readReceipt(text, { country: 'TZ', names: ['Duka'], accounts: ['255711000301'], reference: null }),
    longest: 2_000,
  },
  {
    name: 'a message that an admin marks',
    read: (text) => [
      choicesIn(text),
      suggestedMarks(text, 'ZANABANK', 'TZ'),
      marksLike({ text, marks: [] }, text),
      learn({ text, marks: [], currency: 'TZS' }, { text: `${text}.`, marks: [], currency: 'TZS' }, 'TZ'),
    ],
    longest: 1_999,
  },
  {
    name: 'a message of a learned bank',
    read: (text) => readByTemplate(template, `Bank: TZS 500 from ${text} Ref AB12345`),
    longest: 1_900,
  },
  { name: 'a sender', read: mayBeLearned },
  {
    name: 'a line of an invoice',
    read: (text) => [
      runsOf(
        printable(text, () => true),
        'regular',
        () => true,
      ),
      linesOf(text, 100, ({ length }) => length * 5),
    ],
    // Names and addresses are shorter.
    longest: 1_000,
  },
  { name: 'a time', read: findTime },
  { name: 'a date of a cell', read: (text) => readTime(text) },
  { name: 'a short date of a cell', read: (text) => [readTime(text), provenOrder([text])], longest: 60 },
  { name: 'an amount', read: (text) => readAmount(text, { currency: 'TZS' }) },
  { name: 'a short amount', read: (text) => readAmount(text), longest: 60 },
  { name: 'a reference', read: (text) => referencesIn(text) },
  { name: 'a receipt number', read: (text) => isUsualReceipt('M-Pesa', receiptKey(text)) },
  { name: 'a receipt number of a spreadsheet', read: receiptOfSheet },
  { name: 'a payment method', read: (text) => [methodKey(text), providerOf(text)] },
  {
    name: 'a payer',
    read: (text) => [
      isSamePayer({ name: text, phone: text }, { name: text, phone: text }),
      mayBeSameName(text, 'a'),
    ],
  },
]

/** Parts that the expressions of the readers look for, and that lead them astray. */
const parts = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  '1',
  '1,',
  '1.',
  '12,345',
  '-',
  '/',
  ':',
  ';',
  '|',
  ',',
  '.',
  '(',
  '*',
  '"',
  '%',
  '#',
  '=',
  'a',
  'A',
  'é',
  'a.',
  'a b',
  'A1',
  '3',
  'K7M ',
  'K-',
  '+',
  '+255711',
  '255711000301 ',
  '********',
  'from ',
  'from 123456',
  'from 123456-',
  'kutoka 123456 - ',
  'acc ',
  ' acc x',
  'account ',
  'to ',
  'kwa ',
  'Ref ',
  'ref: ',
  'id: ',
  'received ',
  'umepokea ',
  'Tsh',
  'TZS 1',
  'balance ',
  'salio ',
  'fee ',
  'for account ',
  'content: ',
  'maelezo: ',
  'reversal of ',
  'till ',
  'lipa namba ',
  'Reason: ',
  'Muamala No. ',
  '45 500',
  "45'",
  '~',
  'A B ',
  'Ab Cd ',
  '"a',
  'at SHOP ',
  '3 Nov ',
  '12:30',
  ':61:',
  ':86:',
  '\n:86:',
  '//',
  '?20',
  '<',
  '<td>',
  '<a b="',
  '&',
  '&amp;',
  '""',
  ';',
  '\u00a0',
  '2026-',
  '20/11/',
  '10:',
  ' AM',
  'a@',
  '@a',
  'a:',
  'a: ',
  'http://',
  'www.',
  'no match',
  'not found ',
  'Domain Name: a\n',
  '[a] ',
  'a...',
  '. ',
]

/** Signs that are all different, as only the encoding of names finds slow. */
const different = (length: number) =>
  String.fromCodePoint(...Array.from({ length }, (_, at) => 0x4e00 + (at % 20_000)))

/** Texts of a length that make expressions with nested or neighbouring repetitions slow. */
export function* worstTexts(length: number): Generator<[name: string, text: string]> {
  const repeated = (part: string) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
  for (const part of parts) {
    yield [JSON.stringify(part), repeated(part)]
    yield [`${JSON.stringify(part)} with another end`, `${repeated(part).slice(0, -1)}\u0001`]
  }
  yield ['different signs', different(length)]
  // Pairs: each part with two that stand further on.
  for (const step of [1, 7])
    for (const [at, part] of parts.entries()) {
      const other = parts[(at + step) % parts.length]!
      const half = Math.floor(length / 2)
      yield [
        `${JSON.stringify(part)} and then ${JSON.stringify(other)}`,
        repeated(part).slice(0, half) + repeated(other).slice(0, half),
      ]
    }
}

/** The least CPU time of some runs, in milliseconds. Other processes do not change it much. */
export async function cpuTimeOf(work: () => unknown, runs = 3): Promise<number> {
  let least = Infinity
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage()
    // oxlint-disable-next-line no-await-in-loop -- one after the other, because they are timed
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}
