import { describe, expect, test } from 'vitest'
import { dueOf, isPayable, type LineState, type OrderStatus, owedBack, totalOf } from './totals.ts'

const lines = (...states: LineState[]) => states.map((state) => ({ price: 10, state }))

test.each([
  [[], 0],
  [[10, 10, 10], 30],
  [[0.1, 0.2], 0.3],
  [[19.99, 0.01, 8.99], 28.99],
])('prices of %j make a total of %d', (prices, total) => {
  expect(totalOf(prices.map((price) => ({ price })))).toBe(total)
})

test('a name that is gone costs nothing', () => {
  expect(dueOf(lines('open', 'registered', 'gone'))).toBe(20)
})

describe('owed back', () => {
  test.each<[string, OrderStatus, LineState[], number | null, number]>([
    ['nothing of an order that nobody paid', 'completed', ['gone'], null, 0],
    ['nothing while every name may still be had', 'pending', ['open', 'open'], 20, 0],
    ['the price of a name that went after it was paid', 'pending', ['open', 'gone'], 20, 10],
    ['nothing for a name that was gone before it was paid', 'pending', ['open', 'gone'], 10, 0],
    ['all of a completed order that got nothing', 'completed', ['gone', 'gone'], 20, 20],
    ['all of a cancelled one, whatever was decided before', 'cancelled', ['registered', 'open'], 20, 20],
  ])('is %s', (_, status, states, paid, owed) => {
    expect(owedBack({ status, lines: lines(...states) }, paid)).toBe(owed)
  })

  test.each([
    [0, 20],
    [10, 10],
    [20, 0],
    [30, 0],
  ])('is less by what was given back: %d leaves %d', (refunded, owed) => {
    expect(owedBack({ status: 'cancelled', lines: lines('open', 'open') }, 20, refunded)).toBe(owed)
  })
})

test.each<[OrderStatus, LineState[], boolean]>([
  ['pending', ['open'], true],
  ['pending', ['gone', 'registered'], true],
  ['pending', ['gone'], false],
  ['completed', ['registered'], true],
  ['cancelled', ['open'], false],
])('a %s order with names %j can be paid: %s', (status, states, payable) => {
  expect(isPayable({ status, lines: lines(...states) })).toBe(payable)
})
