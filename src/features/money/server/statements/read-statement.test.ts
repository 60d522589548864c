import { expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { fiftyIn } from '../testing/statements.ts'
import { Unreadable } from './reading/unreadable.ts'
import { readStatement } from './read-statement.ts'

/** Statements that are read in a thread: long ones, many at once, and texts that are made to fill the memory. */

const options = { layouts: {}, now: new Date('2026-11-27T09:00:00Z') }
const MEGABYTE = 1024 * 1024

const reasonOf = (file: Buffer) =>
  readStatement(file, options).then(
    () => 'read',
    (error: unknown) => {
      if (error instanceof Unreadable) return error.reason
      throw error
    },
  )

test('eight statements at once are read one after the other', async () => {
  const found = await eightTimes(() => readStatement(fiftyIn['camt.053']!, options))
  expect(found.map(({ rows }) => rows.length)).toEqual(Array(8).fill(50))
})

test('all rows of the longest statement come back, read and unread, in their order', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, at) => `${at % 4 ? '20/11/2026' : '31/11/2026'},R${at},x,5\n`,
  )
  const { rows, unread } = await readStatement(
    Buffer.from(`Date,Ref,Details,Credit\n${lines.join('')}`),
    options,
  )
  expect([rows.length, unread.length]).toEqual([15_000, 5_000])
  expect(rows.every(({ row }, at) => at === 0 || row > rows[at - 1]!.row)).toBe(true)
  expect(unread.at(-1)).toMatchObject({ row: 19_998, reason: 'date' })
})

test.each([
  [
    'a deep document',
    () => Buffer.from(`<?xml version="1.0"?><BkToCstmrStmt>${'<a>'.repeat(MEGABYTE)}`),
    'xml',
  ],
  [
    'an entry with 800,000 details and an end that is none',
    () =>
      Buffer.from(`:61:261105C1,00NTRFNONREF//A1\n${':86:a\n'.repeat(800_000)}${':61:x\n'.repeat(20_001)}`),
    'too-many-rows',
  ],
  [
    'a table of cells without end',
    () => Buffer.from(`<table><tr>${'<td colspan=200>'.repeat(320_000)}`),
    'no-columns',
  ],
  ['a million rows', () => Buffer.from('20/11/2026\n'.repeat(400_000)), 'too-many-rows'],
])('%s is refused, and the memory of the process stays', async (_, file, reason) => {
  const bytes = file()
  const before = process.memoryUsage().rss
  expect(await reasonOf(bytes)).toBe(reason)
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * MEGABYTE)
})
