import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eightTimes } from '../../../../app/testing/eight-times.ts'
import { openShop, type Person, type Shop } from '../../../../app/testing/shop.ts'
import { confirm, openCharge } from './testing/sales.ts'

/** How the numbers of invoices go on: first number, prefix and restart are settings. Each test has a prefix of its own. */

let shop: Shop
let asha: Person
let admin: Person
beforeAll(async () => {
  shop = await openShop({ nodes: 2 })
  asha = await shop.customer()
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(() => shop.sql(`delete from settings`))

let count = 0
const newSeries = () => `N${++count}`
const save = (values: Record<string, unknown>, node = 0) =>
  shop.at(node, admin.token)('PATCH', '/api/admin/settings', {
    values: Object.fromEntries(Object.entries(values).map(([key, value]) => [`papers.${key}`, value])),
  })
const set = async (values: Record<string, unknown>) => {
  const { status, body } = await save(values)
  expect([status, body]).toEqual([200, body])
}
const issue = async (at = '2033-06-01T12:00:00Z', node = 0) => {
  const charge = await openCharge(shop.sql, asha.id)
  return (await confirm(shop.nodes[node]!.database, charge, { now: new Date(at) })).name
}
const first = (number: number, year = 2033) => ({ firstNumber: { year, number } })
const reasonOf = async (values: Record<string, unknown>) => {
  const { status, body } = await save(values)
  return status === 200 ? 200 : body.data?.reason
}

test('the first invoice of a prefix has the first number, and the next ones follow it', async () => {
  const series = newSeries()
  await set({ invoiceSeries: series, ...first(1_042) })
  expect([await issue(), await issue()]).toEqual([`${series}-2033-001042`, `${series}-2033-001043`])
})

test('a number that was given is refused, and so is one that leaves a gap', async () => {
  const series = newSeries()
  await set({ invoiceSeries: series, ...first(7) })
  await issue()
  await issue()
  expect(await reasonOf(first(7))).toBe(200)
  for (const used of [1, 6, 8]) expect(await reasonOf(first(used))).toBe('number-used')
  for (const gap of [10, 5_000]) expect(await reasonOf(first(gap))).toBe('number-gap')
  expect(await reasonOf(first(9))).toBe(200)
  expect(await issue()).toBe(`${series}-2033-000009`)
  // Another prefix or another year has no number yet.
  expect(await reasonOf(first(5, 2034))).toBe(200)
  expect(await reasonOf({ invoiceSeries: newSeries(), ...first(3) })).toBe(200)
})

test.each([0, -1, 1.5, 1_000_000_000, '7', null])('the first number %j is refused', async (number) => {
  expect(await reasonOf({ firstNumber: { year: 2033, number } })).toBe('whole')
})

test('a number is issued with the settings of the moment, and a later prefix begins for itself', async () => {
  const [one, other] = [newSeries(), newSeries()]
  await set({ invoiceSeries: one })
  expect(await issue()).toBe(`${one}-2033-000001`)
  await set({ invoiceSeries: other, ...first(88) })
  expect(await issue()).toBe(`${other}-2033-000088`)
  await set({ invoiceSeries: one })
  expect(await issue()).toBe(`${one}-2033-000002`)
})

test('the first number is that of its year: the next year begins with 1, in the shop’s time zone', async () => {
  const series = newSeries()
  await set({ invoiceSeries: series, ...first(500) })
  const zone = (timeZone: string) =>
    admin.call('PATCH', '/api/admin/settings', { values: { 'shop.timeZone': timeZone } })
  await zone('Africa/Dar_es_Salaam')
  expect(await issue('2033-12-31T20:59:59Z')).toBe(`${series}-2033-000500`)
  expect(await issue('2033-12-31T21:00:00Z')).toBe(`${series}-2034-000001`)
  await zone('Africa/Kinshasa')
  expect(await issue('2033-12-31T22:59:59Z')).toBe(`${series}-2033-000501`)
  expect(await issue('2033-12-31T23:00:00Z')).toBe(`${series}-2034-000002`)
})

test('numbers that go on follow the year before, and those that restart again begin with 1', async () => {
  const series = newSeries()
  await set({ invoiceSeries: series, ...first(70), numbersRestart: 'never' })
  const names = [await issue(), await issue('2034-06-01'), await issue('2034-06-02')]
  expect(names).toEqual([`${series}-2033-000070`, `${series}-2034-000071`, `${series}-2034-000072`])
  expect(await reasonOf(first(9, 2035))).toBe('number-used')
  await set({ numbersRestart: 'yearly' })
  // The year has numbers already, which go on until it ends.
  expect([await issue('2034-06-03'), await issue('2035-01-02')]).toEqual([
    `${series}-2034-000073`,
    `${series}-2035-000001`,
  ])
  await set({ numbersRestart: 'never' })
  expect([await issue('2035-01-03'), await issue('2036-01-03')]).toEqual([
    `${series}-2035-000002`,
    `${series}-2036-000003`,
  ])
})

test('a prefix that never restarts begins with its first number, also when its first invoice is of a later year', async () => {
  const series = newSeries()
  await set({ invoiceSeries: series, ...first(41), numbersRestart: 'never' })
  expect([await issue('2034-01-05'), await issue('2034-01-06')]).toEqual([
    `${series}-2034-000041`,
    `${series}-2034-000042`,
  ])
})

test('a year that begins again where the shop moves to the west has no number twice', async () => {
  const series = newSeries()
  await set({ invoiceSeries: series })
  for (const at of ['2033-06-01', '2033-06-02', '2033-06-03', '2034-01-01']) await issue(at)
  await set({ numbersRestart: 'never' })
  await admin.call('PATCH', '/api/admin/settings', { values: { 'shop.timeZone': 'America/New_York' } })
  expect([await issue('2034-01-01T02:00:00Z'), await issue('2034-01-01T06:00:00Z')]).toEqual([
    `${series}-2033-000004`,
    `${series}-2034-000005`,
  ])
})

test('a shop of before goes on with its numbers', async () => {
  const series = newSeries()
  await shop.sql(`insert into invoice_numbers (series, year, last) values ($1, 2033, 12), ($1, 0, 12)`, [
    series,
  ])
  await set({ invoiceSeries: series })
  expect(await issue()).toBe(`${series}-2033-000013`)
  await set({ numbersRestart: 'never' })
  expect(await issue('2034-01-05')).toBe(`${series}-2034-000014`)
})

test('eight invoices at once on two nodes, at the turn of a year, have eight numbers without a gap', async () => {
  const series = newSeries()
  await set({ invoiceSeries: series, ...first(40), numbersRestart: 'never' })
  // The first number is that of its year, whichever of the eight comes first.
  expect(await issue()).toBe(`${series}-2033-000040`)
  const names = await eightTimes((turn) =>
    issue(turn % 3 ? '2033-12-31T20:00:00Z' : '2034-01-01T08:00:00Z', turn % 2),
  )
  expect(names.map((name) => Number(name.slice(-6))).toSorted((a, b) => a - b)).toEqual([
    41, 42, 43, 44, 45, 46, 47, 48,
  ])
})

test('a first number that is saved while invoices are issued leaves no gap and no double', async () => {
  const series = newSeries()
  await set({ invoiceSeries: series })
  const [answer, names] = await Promise.all([
    save(first(300), 1),
    eightTimes((turn) => issue(undefined, turn % 2)),
  ])
  const numbers = names.map((name) => Number(name.slice(-6))).toSorted((a, b) => a - b)
  // Saved before the first invoice it counts, and afterwards it is refused.
  const begin = answer.status === 200 ? 300 : 1
  expect(numbers).toEqual(Array.from({ length: 8 }, (_, at) => begin + at))
})

test('a change is in the audit log with before and after, and credit notes keep their numbers', async () => {
  await set({ invoiceSeries: newSeries(), ...first(12) })
  const [entry] = await shop.sql(
    `select before, after, actor_id from audit_log where action = 'setting.changed' and entity_id = 'papers.firstNumber' order by id desc limit 1`,
  )
  expect(entry).toEqual({
    before: { value: null },
    after: { value: { year: 2033, number: 12 } },
    actor_id: admin.id,
  })
})
