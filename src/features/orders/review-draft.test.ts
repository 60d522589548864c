import { expect, test } from 'vitest'
import { draftOf, isUndecided, questionOf } from './review-draft.ts'
import type { LineState, OrderStatus } from './totals.ts'

const order = (status: OrderStatus, payment_confirmed: boolean, state: LineState = 'open') => ({
  status,
  payment_confirmed,
  admin_feedback: null,
  lines: [{ domain: 'a.com', state }],
})
const draft = (status: OrderStatus, state: LineState) => draftOf(order(status, false, state))

test.each<[string, ReturnType<typeof order>, ReturnType<typeof draft>, string | undefined]>([
  ['completing unpaid with a domain', order('pending', false), draft('completed', 'registered'), 'unpaid'],
  ['completing unpaid without one', order('pending', false), draft('completed', 'gone'), undefined],
  ['completing a paid order', order('pending', true), draft('completed', 'registered'), undefined],
  ['cancelling a paid order', order('pending', true), draft('cancelled', 'open'), 'owed'],
  ['cancelling an unpaid one', order('pending', false), draft('cancelled', 'open'), undefined],
  [
    'saving a completed one again',
    order('completed', false, 'registered'),
    draft('completed', 'registered'),
    undefined,
  ],
])('%s asks what is to be asked', (_, seen, typed, question) => {
  expect(questionOf(seen, typed)).toBe(question)
})

test('an order is undecided only when it is to be completed', () => {
  expect(isUndecided(draft('completed', 'open'))).toBe(true)
  expect(isUndecided(draft('pending', 'open'))).toBe(false)
  expect(isUndecided(draft('completed', 'gone'))).toBe(false)
})
