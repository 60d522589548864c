import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Unavailable } from './database/database.ts'
import { StartError } from './start-error.ts'
import { createLog, readable } from './log.ts'

function memoryLog(level = 'info') {
  const lines: string[] = []
  const log = createLog(level, { write: (line) => void lines.push(line) })
  return { log, lines, read: () => lines.map((line) => JSON.parse(line) as Record<string, any>) } // oxlint-disable-line typescript/no-explicit-any
}

const refused = () =>
  Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
    code: 'ECONNREFUSED',
    errno: -111,
    syscall: 'connect',
  })

test('an outage writes one line per second and cause, however many calls it refuses, and counts them', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { log, lines, read } = memoryLog()
  for (let call = 0; call < 500; call++) {
    log.error({ err: new Unavailable(refused()) }, 'a call failed')
    log.child({ reqId: call }).warn({ err: refused() }, 'in the background')
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]!.length).toBeLessThan(300)
  vi.advanceTimersByTime(999)
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(lines).toHaveLength(2)
  expect(read()[1]).toMatchObject({ repeated: 999 })
  vi.advanceTimersByTime(1_000)
  expect(lines).toHaveLength(2)
  log.error({ err: new Unavailable(refused()) }, 'a call failed')
  expect(lines).toHaveLength(3)
})

test('the workers of the queue, which report copies of errors with their own names, count as one cause', () => {
  const { log, lines } = memoryLog()
  const { message, stack } = refused()
  for (const worker of ['one', 'two']) {
    const err = { message: `${message} (${worker})`, stack, code: 'ECONNREFUSED', syscall: 'connect', worker }
    log.warn({ err }, 'in the background')
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/stack|log\.test/)
})

test('another cause, and another text without an error, is not held back', () => {
  const { log, lines } = memoryLog()
  log.warn({ err: new Unavailable(refused()) }, 'a call failed')
  log.warn({ err: new Unavailable(new Error('timeout exceeded when trying to connect')) }, 'a call failed')
  log.info('Migrated the database: 0001_first.sql')
  log.info('Migrated the database: 0002_second.sql')
  log.error({ err: new TypeError('one') }, 'a call failed')
  log.error({ err: new TypeError('two') }, 'a call failed')
  expect(lines).toHaveLength(6)
})

test.each([
  ['Unavailable', new Unavailable(refused())],
  ['StartError', new StartError('The setting PORT is wrong.')],
  ['a system error', refused()],
  [
    'several addresses that refuse',
    Object.assign(new AggregateError([refused(), refused()], ''), { code: 'ECONNREFUSED' }),
  ],
  ['an error with a known cause', new Error('no mail', { cause: refused() })],
])('%s has no stack, and its message says the cause', (_, err) => {
  const { log, lines, read } = memoryLog()
  log.warn({ err }, 'it failed')
  expect(lines[0]).not.toMatch(/stack|log\.test/)
  expect(read()[0]!['err'].message).toMatch(/ECONNREFUSED|PORT/)
})

test('a defect keeps its stack, and a secret never reaches a line', () => {
  const { log, lines, read } = memoryLog()
  log.error({ err: new TypeError('x is undefined'), login: { password: 'Karibu-7' } }, 'a call failed')
  expect(read()[0]!['err'].stack).toContain('log.test.ts')
  expect(lines[0]).not.toContain('Karibu-7')
})

test('on a terminal a line is for people: time, level, text, cause, and a stack only for a defect', () => {
  const { log, lines } = memoryLog()
  log.warn({ err: new Unavailable(refused()), mail: 7 }, 'a mail was not settled')
  log.error({ err: new TypeError('x is undefined') }, 'a call failed')
  const [known, defect] = lines.map((line) => stripVTControlCharacters(readable(line)))
  expect(known).toMatch(
    /^\d\d:\d\d:\d\d warn {2}a mail was not settled: database unavailable: connect ECONNREFUSED 127\.0\.0\.1:5432 \(mail 7\)\n$/,
  )
  expect(defect).toMatch(/^\d\d:\d\d:\d\d error a call failed: x is undefined\n {4}at .*log\.test\.ts/)
})
