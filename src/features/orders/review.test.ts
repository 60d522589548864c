import { describe, expect, test } from 'vitest'
import { reviewOrder } from './review.ts'
import type { LineState, OrderStatus } from './totals.ts'

const order = (status: OrderStatus, ...states: LineState[]) => ({
  status,
  admin_feedback: 'before',
  lines: states.map((state, n) => ({ domain: `n${n}.com`, state })),
})

test('what is left out stays', () => {
  const reviewed = reviewOrder(order('pending', 'open', 'gone'), {
    lines: [{ domain: 'n0.com', state: 'registered' }],
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
  test.each<[string, ReturnType<typeof order>, Parameters<typeof reviewOrder>[1], string]>([
    [
      'to decide on a name of another order',
      order('pending', 'open'),
      { lines: [{ domain: 'x.com', state: 'gone' }] },
      'LINE_UNKNOWN',
    ],
    [
      'to complete while a name is open',
      order('pending', 'registered', 'open'),
      { status: 'completed' },
      'LINES_UNDECIDED',
    ],
    [
      'to open a name of a completed order',
      order('completed', 'gone'),
      { lines: [{ domain: 'n0.com', state: 'open' }] },
      'LINES_UNDECIDED',
    ],
    [
      'to take a registered name back',
      order('completed', 'registered'),
      { lines: [{ domain: 'n0.com', state: 'gone' }] },
      'ORDER_COMPLETED',
    ],
    [
      'to cancel what is completed',
      order('completed', 'registered'),
      { status: 'cancelled' },
      'ORDER_COMPLETED',
    ],
  ])('%s', (_, before, save, code) => {
    expect(reviewOrder(before, save)).toMatchObject({ ok: false, refusal: { code } })
  })
})

test.each<[string, ReturnType<typeof order>, Parameters<typeof reviewOrder>[1]]>([
  ['a cancelled order be opened again', order('cancelled', 'open'), { status: 'pending' }],
  [
    'a name of a completed order be registered after all',
    order('completed', 'gone'),
    { lines: [{ domain: 'n0.com', state: 'registered' }] },
  ],
  ['an order be completed with nothing to be had', order('pending', 'gone'), { status: 'completed' }],
])('lets %s', (_, before, save) => {
  expect(reviewOrder(before, save).ok).toBe(true)
})
