import { expect, test } from 'vitest'
import { orderName, splitOrderName } from './order-name.ts'

test.each([
  [['a.com'], 'a.com', { first: 'a.com', more: 0 }],
  [['a.com', 'b.com', 'c.com', 'd.com'], 'a.com, b.com, c.com, d.com', { more: 0 }],
  [
    ['a.com', 'b.com', 'c.com', 'd.com', 'e.com'],
    'a.com, b.com, c.com +2',
    { first: 'a.com, b.com, c.com', more: 2 },
  ],
])('an order of %j names up to four items', (items, name, parts) => {
  expect(orderName(items)).toBe(name)
  expect(splitOrderName(name)).toMatchObject(parts)
})
