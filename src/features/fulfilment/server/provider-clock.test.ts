import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRegistrarShop } from './testing/registrar-shop.ts'

/** A registrar's token holds for an hour of the registrar's own clock, which may turn in the middle of a run. */

const { stub, shop, offer, activate, until, did, pass, close } = await openRegistrarShop()
afterAll(close)
// An account is called so often in a minute.
beforeEach(() => shop.sql(`delete from fulfilment_calls`))
afterEach(() => {
  Object.assign(stub.settings, { clockAheadMs: 0, timestampToleranceMs: null })
})

let count = 0
test.each([
  ['the full hour', 60],
  ['a clock that is set 40 minutes ahead', 40],
  ['a clock that is set 40 minutes back', -40],
])('%s in the middle of eight orders on two nodes: each name is registered once', async (_, minutes) => {
  const asha = await shop.customer()
  const names = Array.from({ length: 8 }, () => `hour-${++count}.com`)
  const requests = await Promise.all(names.map((name) => offer(asha, name)))
  const before = stub.journal.length
  const activated = requests.map((request) => activate(request))
  await vi.waitFor(() => expect(stub.journal.length).toBeGreaterThan(before), {
    timeout: 30_000,
    interval: 5,
  })
  // Calls by the clock that was are refused from now on.
  Object.assign(stub.settings, { clockAheadMs: minutes * 60_000, timestampToleranceMs: 5 * 60_000 })
  await Promise.all(activated)
  for (const name of names) {
    // Whose record could not be read at that moment is looked at again later.
    if ((await until(name, 'done', 'ordered')).state === 'ordered') await pass(name, '10 minutes')
    await until(name, 'done')
    expect(did(name)).toEqual(['register'])
  }
  const times = stub.journal.slice(before).map(({ headers }) => Number(headers['timestamp']))
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(30 * 60)
})
