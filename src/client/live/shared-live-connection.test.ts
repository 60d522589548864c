import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change, openLiveConnection, LiveListener } from './live-connection.ts'
import { openSharedLiveConnection } from './shared-live-connection.ts'

/** The tabs of one browser, with Node's own locks and channels and a stream that the test controls. */

const token = async () => 'token'
let person: string
let tabs: Tab[]
let document: EventTarget & { hidden: boolean }
const stops: (() => void)[] = []

interface Tab {
  received: string[]
  /** The stream of this tab while it is the leader. */
  stream: LiveListener | undefined
  close: () => void
}

let personCount = 0
beforeEach(() => {
  person = `p${++personCount}`
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
  const openFake: typeof openLiveConnection = (_token, listener) => {
    tab.stream = listener
    return () => (tab.stream = undefined)
  }
  const tab: Tab = { received: [], stream: undefined, close: () => {} }
  tab.close = openSharedLiveConnection(
    of,
    token,
    {
      onChange: ({ id }) => tab.received.push(String(id)),
      onResync: () => tab.received.push('resync'),
      onStatus: (up) => tab.received.push(up ? 'up' : 'down'),
    },
    openFake,
  )
  stops.push(tab.close)
  tabs.push(tab)
  return tab
}

const change = (id: number): Change => ({ id, type: 'x', topics: [] })
const leaders = () => tabs.filter((tab) => tab.stream)
async function leader() {
  await expect.poll(leaders).not.toEqual([])
  return leaders()[0]!
}
/** Opens the stream of the leader. */
async function openStream() {
  const { stream } = await leader()
  stream!.onStatus!(true)
  stream!.onResync()
}

describe('many tabs', () => {
  test('have one leader, and each receives every change once', async () => {
    for (let count = 0; count < 8; count++) open()
    await openStream()
    leaders()[0]!.stream!.onChange(change(1))
    for (const tab of tabs) {
      await expect.poll(() => tab.received).toContain('1')
      expect(tab.received).toContain('resync')
      expect(tab.received.filter((entry) => entry === '1')).toHaveLength(1)
    }
    expect(leaders()).toHaveLength(1)
  })

  test('get a new leader when the leader closes, and refetch everything', async () => {
    for (let count = 0; count < 8; count++) open()
    await openStream()
    const [first] = leaders()
    first!.close()
    const next = await leader()
    expect([next === first, leaders().length]).toEqual([false, 1])
    const before = tabs.map(({ received }) => received.length)
    await openStream()
    next.stream!.onChange(change(2))
    for (const [at, tab] of tabs.entries()) {
      if (tab === first) continue
      await expect.poll(() => tab.received).toContain('2')
      expect(tab.received.slice(before[at])).toContain('resync')
    }
    expect(first!.received).not.toContain('2')
  })

  test('learn the status of the stream and refetch when they are opened later', async () => {
    open()
    await openStream()
    const later = open()
    await expect.poll(() => later.received).toContain('resync')
    expect(later.received).toEqual(['up', 'resync'])
    leaders()[0]!.stream!.onStatus!(false)
    await expect.poll(() => later.received).toContain('down')
  })

  test('receive nothing of another person', async () => {
    const [mine, other] = [open(), open(`${person} too`)]
    for (const tab of [mine, other]) await expect.poll(() => tab.stream).toBeDefined()
    mine.stream!.onStatus!(true)
    mine.stream!.onResync()
    mine.stream!.onChange(change(3))
    const beside = open()
    await expect.poll(() => beside.received).toContain('up')
    expect([other.received, mine.received]).toEqual([[], ['up', 'resync', '3']])
  })
})

describe('a leader', () => {
  test('that answers no more is replaced, and no tab is left without a stream', async () => {
    // A frozen tab holds the lock and answers nothing.
    void navigator.locks
      .request(`kikoa-live ${person}`, () => new Promise(() => {}))
      .catch((error: unknown) => error)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const [one, two] = [open(), open()]
    await vi.advanceTimersByTimeAsync(2_000)
    expect(leaders()).toEqual([])
    await vi.advanceTimersByTimeAsync(4_000)
    vi.useRealTimers()
    await openStream()
    leaders()[0]!.stream!.onChange(change(4))
    for (const tab of [one, two]) await expect.poll(() => tab.received).toContain('4')
    expect(leaders()).toHaveLength(1)
  })

  test('that was replaced closes its stream and receives what the new leader reads', async () => {
    const old = open()
    await openStream()
    const taken = Promise.withResolvers<void>()
    void navigator.locks.request(`kikoa-live ${person}`, { steal: true }, () => taken.promise)
    await expect.poll(() => old.stream).toBeUndefined()
    const next = open()
    taken.resolve()
    await openStream()
    const [now] = leaders()
    now!.stream!.onChange(change(5))
    for (const tab of [old, next]) await expect.poll(() => tab.received).toContain('5')
    expect(leaders()).toHaveLength(1)
  })

  test('that is hidden and whose stream is down is replaced by a visible tab', async () => {
    const old = open()
    await openStream()
    const seen = open()
    await expect.poll(() => seen.received).toContain('resync')
    // Both tabs share this document, which is visible again when the other tab receives the status.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    document.hidden = true
    old.stream!.onStatus!(false)
    document.hidden = false
    while (!seen.received.includes('down')) await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen.stream).toBeUndefined()
    await vi.advanceTimersByTimeAsync(3_000)
    vi.useRealTimers()
    await expect.poll(() => seen.stream).toBeDefined()
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

test('a tab that closes before it gets the lock never opens a stream', async () => {
  const first = open()
  await leader()
  const second = open()
  second.close()
  first.close()
  const third = open()
  await expect.poll(() => third.stream).toBeDefined()
  expect([first.stream, second.stream]).toEqual([undefined, undefined])
})
