import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change, followLive, Listener } from './live.ts'
import { followTogether } from './live-together.ts'

/** The tabs of one browser, with Node's own locks and channels; the stream itself is in the test's hands. */

const token = async () => 'token'
let person: string
let tabs: Tab[]
let document: EventTarget & { hidden: boolean }
const stops: (() => void)[] = []

interface Tab {
  heard: string[]
  /** The stream that this tab reads, while it does. */
  stream: Listener | undefined
  close: () => void
}

let persons = 0
beforeEach(() => {
  person = `p${++persons}`
  tabs = []
  document = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', document)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(of = person): Tab {
  const follow: typeof followLive = (_token, listener) => {
    tab.stream = listener
    return () => (tab.stream = undefined)
  }
  const tab: Tab = { heard: [], stream: undefined, close: () => {} }
  tab.close = followTogether(
    of,
    token,
    {
      changed: ({ id }) => tab.heard.push(String(id)),
      stands: () => tab.heard.push('anew'),
      standing: (up) => tab.heard.push(up ? 'up' : 'down'),
    },
    follow,
  )
  stops.push(tab.close)
  tabs.push(tab)
  return tab
}

const change = (id: number): Change => ({ id, type: 'x', topics: [] })
const readers = () => tabs.filter((tab) => tab.stream)
const reader = () => vi.waitUntil(() => readers()[0])
/** The stream of the tab that reads opens. */
async function stand() {
  const { stream } = await reader()
  stream!.standing!(true)
  stream!.stands()
}

describe('of many tabs', () => {
  test('one reads, and all hear of every change, once', async () => {
    for (let count = 0; count < 8; count++) open()
    await stand()
    readers()[0]!.stream!.changed(change(1))
    for (const tab of tabs) {
      await vi.waitUntil(() => tab.heard.includes('1'))
      expect(tab.heard).toContain('anew')
      expect(tab.heard.filter((word) => word === '1')).toHaveLength(1)
    }
    expect(readers()).toHaveLength(1)
  })

  test('when the one that reads is closed, another reads at once, and everything is fetched anew', async () => {
    for (let count = 0; count < 8; count++) open()
    await stand()
    const [first] = readers()
    first!.close()
    const next = await reader()
    expect([next === first, readers().length]).toEqual([false, 1])
    const before = tabs.map(({ heard }) => heard.length)
    await stand()
    next.stream!.changed(change(2))
    for (const [at, tab] of tabs.entries()) {
      if (tab === first) continue
      await vi.waitUntil(() => tab.heard.includes('2'))
      expect(tab.heard.slice(before[at])).toContain('anew')
    }
    expect(first!.heard).not.toContain('2')
  })

  test('one that comes later fetches anew once it listens, and knows how the stream stands', async () => {
    open()
    await stand()
    const later = open()
    await vi.waitUntil(() => later.heard.includes('anew'))
    expect(later.heard).toEqual(['up', 'anew'])
    readers()[0]!.stream!.standing!(false)
    await vi.waitUntil(() => later.heard.includes('down'))
  })

  test('those of another person hear nothing', async () => {
    const [mine, other] = [open(), open(`${person} too`)]
    await vi.waitUntil(() => mine.stream && other.stream)
    mine.stream!.standing!(true)
    mine.stream!.stands()
    mine.stream!.changed(change(3))
    const beside = open()
    await vi.waitUntil(() => beside.heard.includes('up'))
    expect([other.heard, mine.heard]).toEqual([[], ['up', 'anew', '3']])
  })
})

describe('a reader', () => {
  test('that says nothing any more is replaced, and none of its tabs is left without a stream', async () => {
    // A frozen tab: it holds the lock and answers nobody.
    void navigator.locks
      .request(`kikoa-live ${person}`, () => new Promise(() => {}))
      .catch((error: unknown) => error)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [one, two] = [open(), open()]
    await vi.advanceTimersByTimeAsync(2_000)
    expect(readers()).toEqual([])
    await vi.advanceTimersByTimeAsync(4_000)
    vi.useRealTimers()
    await stand()
    readers()[0]!.stream!.changed(change(4))
    for (const tab of [one, two]) await vi.waitUntil(() => tab.heard.includes('4'))
    expect(readers()).toHaveLength(1)
  })

  test('that was replaced reads no longer, and hears what the new one reads', async () => {
    const old = open()
    await stand()
    const taken = Promise.withResolvers<void>()
    void navigator.locks.request(`kikoa-live ${person}`, { steal: true }, () => taken.promise)
    await vi.waitUntil(() => !old.stream)
    const next = open()
    taken.resolve()
    await stand()
    const [now] = readers()
    now!.stream!.changed(change(5))
    for (const tab of [old, next]) await vi.waitUntil(() => tab.heard.includes('5'))
    expect(readers()).toHaveLength(1)
  })

  test('that nobody looks at and whose stream is down gives way to one that is looked at', async () => {
    const old = open()
    await stand()
    const seen = open()
    await vi.waitUntil(() => seen.heard.includes('anew'))
    // The two share a document here, which is looked at by the time the other one hears.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    document.hidden = true
    old.stream!.standing!(false)
    document.hidden = false
    while (!seen.heard.includes('down')) await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen.stream).toBeUndefined()
    await vi.advanceTimersByTimeAsync(3_000)
    vi.useRealTimers()
    await vi.waitUntil(() => seen.stream)
    expect(old.stream).toBeUndefined()
  })
})

test('without locks, each tab has a stream of its own', () => {
  vi.stubGlobal('navigator', {})
  const [one, two] = [open(), open()]
  expect([one.stream, two.stream]).toEqual([expect.anything(), expect.anything()])
  one.close()
  expect([one.stream, two.stream]).toEqual([undefined, expect.anything()])
})

test('a tab that is closed before its turn never reads', async () => {
  const first = open()
  await reader()
  const second = open()
  second.close()
  first.close()
  const third = open()
  await vi.waitUntil(() => third.stream)
  expect([first.stream, second.stream]).toEqual([undefined, undefined])
})
