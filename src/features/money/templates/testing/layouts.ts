import type { MarkField } from '../../../settings/message-templates.ts'
import type { Labelled } from '../learn.ts'

/** Messages of banks that nobody has described, in layouts of our own. All people, numbers and codes are invented. */

export interface Payment {
  /** Decimal numbers without separators. */
  amount: string
  balance: string
  fee: string
  currency: string
  code: string
  name: string
  phone: string
  /** An identifier that says nothing about the payment. */
  session: string
  /** A local time: `2026-11-20T10:05`. */
  at: string
}

/** Parts of a message: constant texts, and the facts as the bank writes them. */
export type Layout = readonly (string | [MarkField | 'session', (payment: Payment) => string])[]

/** A repeatable row of numbers from 0 to 1. */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const firstNames = [
  'ASHA',
  'JUMA',
  'NEEMA',
  'BARAKA',
  'ZAWADI',
  'NURU',
  "HALIMA D'SOUZA",
  'MARY-ANNE',
  'PENDO',
]
const lastNames = ['OMAR', 'BAKARI', 'MUSHI', 'SALUM', 'KIBO', 'MWANGI LTD', 'TEMBO', 'SIMBA']

/** A payment of November 2026. */
export function payment(random: () => number): Payment {
  const below = (most: number) => Math.floor(random() * most)
  const pick = (from: readonly string[]) => from[below(from.length)]!
  const amount = 1_000 + below(5_000_000)
  return {
    amount: String(amount),
    balance: String(amount + below(90_000_000)),
    fee: String(100 + below(900)),
    currency: 'TZS',
    code: `ZK${10 + below(90)}AA${1000 + below(9000)}`,
    name: `${pick(firstNames)} ${pick(lastNames)}`,
    phone: `2557${String(11_000_000 + below(80_000_000))}`,
    session: `SS${100_000 + below(900_000)}`,
    at: `2026-11-${String(1 + below(28)).padStart(2, '0')}T${String(below(24)).padStart(2, '0')}:${String(below(60)).padStart(2, '0')}`,
  }
}

const commas = (amount: string) => amount.replaceAll(/\B(?=(\d{3})+$)/g, ',')
const decimals = (amount: string) => `${commas(amount)}.00`
const blanks = (amount: string) => commas(amount).replaceAll(',', ' ')
const day = ({ at }: Payment) => at.slice(0, 10)
const clock = ({ at }: Payment) => at.slice(11)
const slashed = (one: Payment) => day(one).split('-').toReversed().join('/')
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const named = (one: Payment) => {
  const [year, month, date] = day(one).split('-')
  return `${date}-${months[Number(month) - 1]!}-${year}`
}
const half = (one: Payment) => {
  const hour = Number(clock(one).slice(0, 2))
  return `${hour % 12 || 12}:${clock(one).slice(3)} ${hour < 12 ? 'AM' : 'PM'}`
}

export const invented: Readonly<Record<string, Layout>> = {
  'marks of pay, in English': [
    'ZANA BANK: ',
    ['name', ({ name }) => name],
    ' pays TZS ',
    ['amount', ({ amount }) => decimals(amount)],
    ' txn ',
    ['code', ({ code }) => code],
    ' on ',
    ['date', slashed],
    ' ',
    ['clock', clock],
    '. Bal TZS ',
    ['balance', ({ balance }) => decimals(balance)],
  ],
  'bars and heads, in Portuguese': [
    'ENTRADA|VALOR=TZS',
    ['amount', ({ amount }) => commas(amount)],
    '|SALDO=TZS',
    ['balance', ({ balance }) => commas(balance)],
    '|DE=',
    ['name', ({ name }) => name],
    '|TEL=',
    ['phone', ({ phone }) => phone],
    '|DOC=',
    ['code', ({ code }) => code],
    '|DATA=',
    ['date', day],
    '|HORA=',
    ['clock', clock],
  ],
  'sentences of Swahili, with an identifier': [
    'Habari! Pesa mpya kwenye akaunti **3600: Sh',
    ['amount', ({ amount }) => commas(amount)],
    '/= toka kwa bwana/bibi ',
    ['name', ({ name }) => name],
    ' siku ya ',
    ['date', named],
    ' ',
    ['clock', half],
    '; stakabadhi ',
    ['code', ({ code }) => code],
    ', kikao ',
    ['session', ({ session }) => session],
    '; akiba iliyopo Sh',
    ['balance', ({ balance }) => commas(balance)],
    '/=.',
  ],
  'amounts with blanks, behind the number': [
    'Kudumu Sacco <',
    ['code', ({ code }) => code],
    '> ',
    ['amount', ({ amount }) => blanks(amount)],
    ' TZS ingizo; mlipaji ',
    ['name', ({ name }) => name],
    ' (',
    ['phone', ({ phone }) => `${phone.slice(0, 6)}***${phone.slice(-3)}`],
    ') * ',
    ['date', day],
    ' ',
    ['clock', clock],
    ' * jumla ya akiba ',
    ['balance', ({ balance }) => blanks(balance)],
    ' TZS',
  ],
  'a fee before the balance': [
    'LIPWA Credit Union: in TZS ',
    ['amount', ({ amount }) => decimals(amount)],
    ' by ',
    ['name', ({ name }) => name],
    ', slip ',
    ['code', ({ code }) => code],
    ', ',
    ['date', slashed],
    ' ',
    ['clock', clock],
    ', service TZS ',
    ['fee', ({ fee }) => commas(fee)],
    ', left TZS ',
    ['balance', ({ balance }) => decimals(balance)],
  ],
}

/** The message that a bank sends about a payment. */
export const said = (layout: Layout, one: Payment): string =>
  layout.map((part) => (typeof part === 'string' ? part : part[1](one))).join('')

/** The message with the marks of an admin who has understood it. */
export function labelledBy(layout: Layout, one: Payment): Labelled {
  const marks: Labelled['marks'][number][] = []
  let at = 0
  for (const part of layout) {
    const text = typeof part === 'string' ? part : part[1](one)
    if (typeof part !== 'string' && part[0] !== 'session')
      marks.push({ field: part[0], at, end: at + text.length })
    at += text.length
  }
  return { text: said(layout, one), marks, currency: one.currency }
}
