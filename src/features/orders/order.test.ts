import { describe, expect, test } from 'vitest'
import { moneyFromDecimal } from '../../shared/money/money.ts'
import { sumOfPrices } from '../catalogue/sums.ts'
import {
  amountDue,
  isPayable,
  isUndecided,
  type LineState,
  orderDraftOf,
  orderQuestion,
  type OrderStatus,
  reviewOrder,
} from './order.ts'

const money = (decimal: number) => moneyFromDecimal(decimal, 'USD')
const lines = (...states: LineState[]) => states.map((state) => ({ price: money(10), state }))

test.each([
  [[], 0],
  [[10, 10, 10], 30],
  [[0.1, 0.2], 0.3],
  [[19.99, 0.01, 8.99], 28.99],
])('prices of %j make a total of %d', (prices, total) => {
  expect(
    sumOfPrices(
      prices.map((price) => ({ price: money(price) })),
      'USD',
    ),
  ).toEqual(money(total))
})

test('a name that is gone costs nothing', () => {
  expect(amountDue(lines('open', 'registered', 'gone'), 'USD')).toEqual(money(20))
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

const placed = (status: OrderStatus, ...states: LineState[]) => ({
  status,
  admin_feedback: 'before',
  lines: states.map((state, n) => ({ item: `n${n}.com`, state })),
})

test('what is left out stays', () => {
  const reviewed = reviewOrder(placed('pending', 'open', 'gone'), {
    lines: [{ item: 'n0.com', state: 'registered' }],
  })
  expect(reviewed).toEqual({
    ok: true,
    saved: {
      status: 'pending',
      admin_feedback: 'before',
      states: new Map([
        ['n0.com', 'registered'],
        ['n1.com', 'gone'],
      ]),
    },
  })
})

describe('is refused', () => {
  test.each<[string, ReturnType<typeof placed>, Parameters<typeof reviewOrder>[1], string]>([
    [
      'to decide on a name of another order',
      placed('pending', 'open'),
      { lines: [{ item: 'x.com', state: 'gone' }] },
      'LINE_UNKNOWN',
    ],
    [
      'to complete while a name is open',
      placed('pending', 'registered', 'open'),
      { status: 'completed' },
      'LINES_UNDECIDED',
    ],
    [
      'to open a name of a completed order',
      placed('completed', 'gone'),
      { lines: [{ item: 'n0.com', state: 'open' }] },
      'LINES_UNDECIDED',
    ],
    [
      'to take a registered name back',
      placed('completed', 'registered'),
      { lines: [{ item: 'n0.com', state: 'gone' }] },
      'ORDER_COMPLETED',
    ],
    [
      'to cancel what is completed',
      placed('completed', 'registered'),
      { status: 'cancelled' },
      'ORDER_COMPLETED',
    ],
  ])('%s', (_, before, save, code) => {
    expect(reviewOrder(before, save)).toMatchObject({ ok: false, refusal: { code } })
  })
})

test.each<[string, ReturnType<typeof placed>, Parameters<typeof reviewOrder>[1]]>([
  ['a cancelled order be opened again', placed('cancelled', 'open'), { status: 'pending' }],
  [
    'a name of a completed order be registered after all',
    placed('completed', 'gone'),
    { lines: [{ item: 'n0.com', state: 'registered' }] },
  ],
  ['an order be completed with nothing to be had', placed('pending', 'gone'), { status: 'completed' }],
])('lets %s', (_, before, save) => {
  expect(reviewOrder(before, save).ok).toBe(true)
})

const shown = (status: OrderStatus, payment_confirmed: boolean, state: LineState = 'open') => ({
  status,
  payment_confirmed,
  admin_feedback: null,
  lines: [{ item: 'a.com', state }],
})
const draft = (status: OrderStatus, state: LineState) => orderDraftOf(shown(status, false, state))

test.each<[string, ReturnType<typeof shown>, ReturnType<typeof draft>, string | undefined]>([
  ['completing unpaid with a domain', shown('pending', false), draft('completed', 'registered'), 'unpaid'],
  ['completing unpaid without one', shown('pending', false), draft('completed', 'gone'), undefined],
  ['completing a paid order', shown('pending', true), draft('completed', 'registered'), undefined],
  ['cancelling a paid order', shown('pending', true), draft('cancelled', 'open'), 'owed'],
  ['cancelling an unpaid one', shown('pending', false), draft('cancelled', 'open'), undefined],
  [
    'saving a completed one again',
    shown('completed', false, 'registered'),
    draft('completed', 'registered'),
    undefined,
  ],
])('%s asks what is to be asked', (_, seen, typed, question) => {
  expect(orderQuestion(seen, typed)).toBe(question)
})

test('an order is undecided only when it is to be completed', () => {
  expect(isUndecided(draft('completed', 'open'))).toBe(true)
  expect(isUndecided(draft('pending', 'open'))).toBe(false)
  expect(isUndecided(draft('completed', 'gone'))).toBe(false)
})
