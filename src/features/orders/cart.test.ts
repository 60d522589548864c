import { describe, expect, test } from 'vitest'
import {
  applyChange,
  emptyCart,
  assignTo,
  MOST_IN_CART,
  parseCart,
  mergeServerCart,
  addItem,
  removeItem,
} from './cart.ts'

const visitor = { ...emptyCart, items: ['a.com', 'b.com'] }

test.each([
  ['a new name', ['a.com'], 'b.com', ['a.com', 'b.com']],
  ['a name that is in it', ['a.com'], 'A.com.', ['a.com']],
  ['no name at all', ['a.com'], 'a com', ['a.com']],
])('a cart takes %s', (_, cart, typed, then) => {
  expect(addItem(cart, typed)).toEqual(then)
})

test('a cart holds so many names and no more', () => {
  const full = Array.from({ length: MOST_IN_CART }, (_, n) => `n${n}.com`)
  expect(addItem(full, 'more.com')).toBe(full)
  expect(removeItem(full, 'n0.com')).toHaveLength(MOST_IN_CART - 1)
})

test.each([null, '', '{', '[]', 'null', '{"items":"a.com"}', '{"items":[1,null,{}]}'])(
  'what is no cart is an empty one: %s',
  (text) => expect(parseCart(text)).toEqual(emptyCart),
)

test('a kept cart is read back, without what is no name and without duplicates', () => {
  const kept = {
    owner: 'x',
    items: ['a.com', 'a.com', '<b>'],
    unsent: [{ act: 'add', item: 'a.com', key: '1' }, { act: 'add', item: 'b.com' }, 7],
  }
  expect(parseCart(JSON.stringify(kept))).toEqual({
    owner: 'x',
    items: ['a.com'],
    unsent: [{ act: 'add', item: 'a.com', key: '1' }],
  })
})

test('a cart that version 0.1 stored is read', () => {
  expect(parseCart('{"owner":null,"domains":["a.com","b.com"],"unsent":[]}')).toEqual({
    owner: null,
    items: ['a.com', 'b.com'],
    unsent: [],
  })
})

describe('at log-in', () => {
  test("a visitor's cart joins the account's once", () => {
    let keys = 0
    const newKey = () => String(++keys)
    const once = assignTo(visitor, 'asha', newKey)
    expect(once.unsent).toEqual([
      { act: 'add', item: 'a.com', key: '1' },
      { act: 'add', item: 'b.com', key: '2' },
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
  const add = { act: 'add', item: 'c.com', key: '1' } as const
  expect(applyChange(visitor, add)).toEqual({ ...visitor, items: ['a.com', 'b.com', 'c.com'] })
  expect(applyChange({ ...visitor, owner: 'asha' }, add).unsent).toEqual([add])
  expect(applyChange(visitor, { act: 'remove', item: 'none.com', key: '2' })).toBe(visitor)
})

test('the mirror counts, and on top of it what this device has changed since', () => {
  const cart = {
    owner: 'asha',
    items: ['a.com'],
    unsent: [
      { act: 'add', item: 'c.com', key: '1' },
      { act: 'remove', item: 'd.com', key: '2' },
    ] as const,
  }
  expect(mergeServerCart(cart, ['b.com', 'd.com']).items).toEqual(['b.com', 'c.com'])
})
