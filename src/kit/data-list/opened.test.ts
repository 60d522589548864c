import { expect, it } from 'vitest'
import { withOpened } from './opened.ts'

const row = (id: string, minute: number, version = 1) => ({
  id,
  version,
  created_at: `2026-05-01T10:0${minute}:00.000Z`,
})

it('keeps a row that is being edited when the list loses it, in its place', () => {
  const [a, b, c] = [row('a', 3), row('b', 2), row('c', 1)]
  expect(withOpened([a, c], [b])).toEqual([a, b, c])
})

it('shows the newer of two versions, once', () => {
  expect(withOpened([row('a', 1, 2)], [row('a', 1, 1)])).toEqual([row('a', 1, 2)])
  expect(withOpened([row('a', 1, 1)], [row('a', 1, 2)])).toEqual([row('a', 1, 2)])
})

it('keeps an oldest row first where the list has it so', () => {
  const [a, b, c] = [row('a', 1), row('b', 2), row('c', 3)]
  expect(withOpened([b, c], [a], 'oldest')).toEqual([a, b, c])
})

it('leaves the order of the list as it is, and shows first what it has no place for', () => {
  const [a, b, c] = [row('a', 2), row('b', 1), row('c', 3)]
  expect(withOpened([a, b], [], 'oldest')).toEqual([a, b])
  expect(withOpened([a, b], [c], undefined)).toEqual([c, a, b])
})
