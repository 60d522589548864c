import { describe, expect, test } from 'vitest'
import { fiftyIn } from '../../../testing/statements.ts'
import { type TablePdf, tablePdf } from '../../../testing/statement-pdf.ts'
import { Unreadable } from '../unreadable.ts'
import { readPdf } from './read-pdf.ts'

/** Statements as PDF. All people, numbers and codes are invented. */

const options = { now: new Date('2026-11-27T09:00:00Z'), layouts: {} }
const read = async (table: TablePdf, password?: string) =>
  readPdf(await tablePdf(table), { ...options, password })

async function reasonOf(file: Uint8Array, password?: string) {
  try {
    await readPdf(file, { ...options, password })
  } catch (error) {
    if (error instanceof Unreadable) return error.reason
    throw error
  }
  return 'read'
}

const thousands = (amount: number) => amount.toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ',')

/** Sixty payments and ten fees, with long details. */
const movements = Array.from({ length: 70 }, (_, at) => at).reduce<
  { code: string; time: string; details: string; value: number; balance: number; reference: string }[]
>((before, at) => {
  const value = at % 7 === 6 ? -(100 + at) : 12_500 + at * 5
  const reference = `K7M${200 + at}`
  return [
    ...before,
    {
      code: `SKT${at % 10}AB${1000 + at}`,
      time: `0${1 + Math.floor(at / 10)}-11-2026 10:${10 + (at % 50)}:07`,
      details:
        value < 0
          ? 'Pay merchant charge'
          : `Pay Bill from 25571100${1000 + at} - ZAWADI CHUI WA MBALI NA KARIBU Acc. ${reference}`,
      value,
      reference,
      balance: (before.at(-1)?.balance ?? 250_000) + value,
    },
  ]
}, [])
const incoming = movements.filter(({ value }) => value > 0)

const mpesa: TablePdf = {
  columns: [
    ['Receipt No.', 70],
    ['Completion Time', 62],
    ['Details', 170],
    ['Transaction Status', 60],
    ['Paid In', 70],
    ['Withdrawn', 70],
    ['Balance', 80],
  ],
  right: ['Paid In', 'Withdrawn', 'Balance'],
  above: ['Organization statement', 'SHORT CODE 400400', 'PAID IN 800,000.00  PAID OUT 1,400.00'],
  heading: 'M-PESA ORGANIZATION STATEMENT',
  footer: 'Page # of 4',
  below: ['Disclaimer: this record is produced for your own use only.'],
  rows: movements.map(({ code, time, details, value, balance }) => [
    code,
    time,
    details,
    'Completed',
    value > 0 ? thousands(value) : '',
    value < 0 ? thousands(-value) : '',
    thousands(balance),
  ]),
}

const mixx: TablePdf = {
  columns: [
    ['Transaction ID', 80],
    ['Date', 90],
    ['Description', 190],
    ['Amount', 80],
    ['Debit/Credit', 70],
    ['Balance', 90],
  ],
  rows: movements.map(({ code, time, details, value, balance }) => [
    code,
    time,
    details,
    thousands(Math.abs(value)),
    value < 0 ? 'DR' : 'CR',
    thousands(balance),
  ]),
  isHeaderOnEachPage: false,
  footer: 'Ukurasa # kati ya 3',
}

const airtel: TablePdf = {
  columns: [
    ['Transaction Date and Time', 80],
    ['Transaction ID', 90],
    ['Sender', 130],
    ['Transaction Status', 80],
    ['Credit Amount', 80],
    ['Debit Amount', 80],
    ['Balance', 90],
  ],
  rows: movements.map(({ code, time, value, balance, reference }) => [
    time,
    code,
    `ZAWADI CHUI WA MBALI NA KARIBU ${reference}`,
    'Success',
    value > 0 ? thousands(value) : '0.00',
    value < 0 ? thousands(-value) : '0.00',
    thousands(balance),
  ]),
  right: ['Credit Amount', 'Debit Amount', 'Balance'],
  heading: 'Airtel Money Tanzania',
}

const layouts: [string, TablePdf][] = [
  ['M-Pesa', mpesa],
  ['Mixx by Yas', mixx],
  ['Airtel Money', airtel],
]
const placements: [string, Partial<TablePdf>][] = [
  ['cells at the top of their row', {}],
  ['cells in the middle of their row', { isCentred: true }],
  ['no room between the rows', { padding: 0 }],
  ['a header on the first page alone', { isHeaderOnEachPage: false }],
  [
    'a header on each page, and notes around the table',
    { isHeaderOnEachPage: true, footer: 'Page #', below: ['Asante'] },
  ],
  ['amounts at the left', { right: [] }],
  ['a password', { password: '0711-duka' }],
]

describe.each(layouts)('a statement of %s', (name, layout) => {
  test.each(placements)(
    'with %s has all payments with their facts, and its balances add up',
    async (_, more) => {
      const { columns, rows, unread, questions, skipped, proof, format } = await read(
        { ...layout, ...more },
        more.password,
      )
      expect(columns).not.toBeNull()
      expect({ format, unread, questions }).toEqual({ format: 'pdf', unread: [], questions: [] })
      expect(
        rows.map(({ code, at, amount, balance }) => [code, at, Number(amount), Number(balance)]),
      ).toEqual(
        incoming.map(({ code, time, value, balance }) => {
          const [day = '', clock] = time.split(' ')
          return [code, `${day.split('-').toReversed().join('-')}T${clock}`, value, balance]
        }),
      )
      expect(skipped).toMatchObject({ out: 10, failed: 0 })
      expect(proof).toMatchObject({ opening: '250000', breaks: [] })
      if (name === 'Airtel Money')
        expect(rows.map((row) => row.name)).toEqual(
          incoming.map(({ reference }) => `ZAWADI CHUI WA MBALI NA KARIBU ${reference}`),
        )
      else expect(rows.map(({ details }) => details)).toEqual(incoming.map(({ details }) => details))
    },
  )
})

test('total and balance lines of a PDF are no payments', async () => {
  const rows = [
    ['', '', 'Opening balance', '', '', '', '250,000.00'],
    ...mpesa.rows,
    ['', '', 'TOTAL', '', '800,000.00', '1,400.00', ''],
  ]
  const found = await read({ ...mpesa, rows })
  expect(found.rows).toHaveLength(incoming.length)
  expect(found.skipped.balance).toBeGreaterThan(0)
})

test('a table of unknown names is shown with its cells, and is read with the columns that are chosen', async () => {
  const columns = mpesa.columns.map(([, width], at) => [`Safu ${'abcdefg'[at]!.repeat(2)}`, width] as const)
  const file = await tablePdf({ ...mpesa, columns, above: ['Duka'] })
  const shown = await readPdf(file, options)
  expect(shown).toMatchObject({ columns: null, rows: [], header: columns.map(([name]) => name) })
  const chosen = { code: 0, date: 1, details: 2, status: 3, in: 4, out: 5, balance: 6 }
  expect((await readPdf(file, { ...options, chosen })).rows).toHaveLength(incoming.length)
})

describe('a PDF', () => {
  test('with a password asks for it, and says when it is wrong', async () => {
    const file = await tablePdf({ ...mpesa, password: 'siri 1' })
    expect(await reasonOf(file)).toBe('password')
    expect(await reasonOf(file, '')).toBe('password')
    expect(await reasonOf(file, 'siri 2')).toBe('password-wrong')
    expect(await reasonOf(file, 'siri 1')).toBe('read')
    expect(await reasonOf(await tablePdf(mpesa), 'siri 1')).toBe('read')
  })

  test('without text, or damaged, is refused', async () => {
    expect(await reasonOf(await tablePdf({ columns: [], rows: [] }).catch(() => Buffer.of()))).toBe(
      'pdf-scanned',
    )
    const file = fiftyIn.PDF!
    for (const damaged of [
      file.subarray(0, 40),
      Buffer.from('%PDF-1.7\n%%EOF'),
      Buffer.from(`%PDF-1.4\n${'[('.repeat(50_000)}`),
    ])
      expect(['pdf', 'pdf-scanned']).toContain(await reasonOf(damaged))
  })

  test('of which any part is missing or changed is read or refused, and nothing else', async () => {
    const file = fiftyIn.PDF!
    for (let at = 1; at < 25; at++) {
      const changed = Buffer.from(file)
      changed.fill(at * 7, Math.floor((file.length * at) / 25), Math.floor((file.length * at) / 25) + at * 3)
      expect(typeof (await reasonOf(changed))).toBe('string')
      expect(typeof (await reasonOf(file.subarray(0, Math.floor((file.length * at) / 25))))).toBe('string')
    }
  })
})
