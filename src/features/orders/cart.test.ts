import { describe, expect, test } from 'vitest'
import {
  applyChange,
  emptyCart,
  assignTo,
  MOST_IN_CART,
  parseCart,
  mergeServerCart,
  addDomain,
  removeDomain,
} from './cart.ts'

const visitor = { ...emptyCart, domains: ['a.com', 'b.com'] }

test.each([
  ['a new name', ['a.com'], 'b.com', ['a.com', 'b.com']],
  ['a name that is in it', ['a.com'], 'A.com.', ['a.com']],
  ['no name at all', ['a.com'], 'a com', ['a.com']],
])('a cart takes %s', (_, cart, typed, then) => {
  expect(addDomain(cart, typed)).toEqual(then)
})

test('a cart holds so many names and no more', () => {
  const full = Array.from({ length: MOST_IN_CART }, (_, n) => `n${n}.com`)
  expect(addDomain(full, 'more.com')).toBe(full)
  expect(removeDomain(full, 'n0.com')).toHaveLength(MOST_IN_CART - 1)
})

test.each([null, '', '{', '[]', 'null', '{"domains":"a.com"}', '{"domains":[1,null,{}]}'])(
  'what is no cart is an empty one: %s',
  (text) => expect(parseCart(text)).toEqual(emptyCart),
)

test('a kept cart is read back, without what is no name and without duplicates', () => {
  const kept = {
    owner: 'x',
    domains: ['a.com', 'a.com', '<b>'],
    unsent: [{ act: 'add', domain: 'a.com', key: '1' }, { act: 'add', domain: 'b.com' }, 7],
  }
  expect(parseCart(JSON.stringify(kept))).toEqual({
    owner: 'x',
    domains: ['a.com'],
    unsent: [{ act: 'add', domain: 'a.com', key: '1' }],
  })
})

describe('at log-in', () => {
  test("a visitor's cart joins the account's once", () => {
    let keys = 0
    const newKey = () => String(++keys)
    const once = assignTo(visitor, 'asha', newKey)
    expect(once.unsent).toEqual([
      { act: 'add', domain: 'a.com', key: '1' },
      { act: 'add', domain: 'b.com', key: '2' },
    ])
    const sent = { ...once, unsent: [] }
    expect(assignTo(sent, 'asha', newKey)).toBe(sent)
  })

  test("another account's cart stays behind", () => {
    expect(assignTo({ ...visitor, owner: 'juma' }, 'asha', () => '1')).toEqual({
      ...emptyCart,
      owner: 'asha',
    })
  })
})

test('only an account has a copy of the cart on the server', () => {
  const add = { act: 'add', domain: 'c.com', key: '1' } as const
  expect(applyChange(visitor, add)).toEqual({ ...visitor, domains: ['a.com', 'b.com', 'c.com'] })
  expect(applyChange({ ...visitor, owner: 'asha' }, add).unsent).toEqual([add])
  expect(applyChange(visitor, { act: 'remove', domain: 'none.com', key: '2' })).toBe(visitor)
})

test('the mirror counts, and on top of it what this device has changed since', () => {
  const cart = {
    owner: 'asha',
    domains: ['a.com'],
    unsent: [
      { act: 'add', domain: 'c.com', key: '1' },
      { act: 'remove', domain: 'd.com', key: '2' },
    ] as const,
  }
  expect(mergeServerCart(cart, ['b.com', 'd.com']).domains).toEqual(['b.com', 'c.com'])
})
