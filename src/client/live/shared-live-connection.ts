import type { TokenSource } from '../api.ts'
import { type Change, openLiveConnection, type LiveListener, SILENCE_MS } from './live-connection.ts'

/** What the tabs of a browser send each other: the leader its events and status, the others a request for the status. */
type TabMessage =
  | { type: 'change'; change: Change }
  | { type: 'resync' }
  | { type: 'status'; isUp: boolean; isHidden: boolean }
  | { type: 'status-request' }

/** A leader that has not answered a status request within this time is treated as dead. */
const ANSWER_MS = 3_000
/** How long a visible tab waits before it takes over from a hidden leader whose stream is down: browsers slow the timers of hidden tabs. */
const HIDDEN_DOWN_MS = 2_000

/**
 * Follows `/api/live` as `openLiveConnection` does, but with one stream for all tabs of a user: a browser has only six
 * HTTP/1.1 connections to a server. The tab that holds a Web Lock is the leader. It reads the stream and sends every
 * event over a BroadcastChannel. When it closes or falls silent, another tab becomes the leader and all tabs refetch.
 * Without Web Locks (a page served without TLS) each tab has a stream of its own.
 */
export function openSharedLiveConnection(
  person: string,
  token: TokenSource,
  listener: LiveListener,
  open: typeof openLiveConnection = openLiveConnection,
): () => void {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return open(token, listener)

  const name = `kikoa-live ${person}`
  const channel = new BroadcastChannel(name)
  const closed = new AbortController()
  const send = (message: TabMessage) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    if (!closed.signal.aborted) channel.postMessage(message)
  }
  /** Aborts the waiting for the lock. */
  let lockRequest = new AbortController()
  /** Ends the leadership; defined only while this tab is the leader. */
  let stepDown: (() => void) | undefined
  let isUp = false
  let hasResynced = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const after = (ms: number, run: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(run, ms)
  }
  // With jitter one of the waiting tabs takes over first, and the others receive its messages.
  const jittered = (ms: number) => ms * (1 + Math.random())
  const takeOver = () => lockRequest.abort()
  const requestStatus = () => {
    send({ type: 'status-request' })
    after(jittered(ANSWER_MS), takeOver)
  }
  const sendStatus = () => send({ type: 'status', isUp, isHidden: document.hidden })

  channel.addEventListener('message', ({ data: message }: MessageEvent<TabMessage>) => {
    if (stepDown) {
      if (message.type === 'status-request') sendStatus()
      return
    }
    if (message.type === 'status-request') return
    after(SILENCE_MS, requestStatus)
    if (message.type === 'change') listener.onChange(message.change)
    else if (message.type === 'resync') resync()
    else onLeaderStatus(message)
  })

  function onLeaderStatus(leader: Extract<TabMessage, { type: 'status' }>) {
    listener.onStatus?.(leader.isUp)
    // Data that was fetched before this tab listened may be stale.
    if (leader.isUp && !hasResynced) resync()
    if (!leader.isUp && leader.isHidden && !document.hidden) after(jittered(HIDDEN_DOWN_MS), takeOver)
  }

  function resync() {
    hasResynced = true
    listener.onResync()
  }

  const onVisibilityChange = () => {
    if (!stepDown && !document.hidden) requestStatus()
  }
  document.addEventListener('visibilitychange', onVisibilityChange)

  /** Reads the stream for all tabs. Resolves when this tab no longer leads, which releases the lock. */
  function lead(): Promise<void> {
    clearTimeout(timer)
    isUp = false
    if (closed.signal.aborted) return Promise.resolve()
    return new Promise((done) => {
      const closeStream = open(token, {
        onChange(change) {
          send({ type: 'change', change })
          listener.onChange(change)
        },
        onResync() {
          send({ type: 'resync' })
          resync()
        },
        onStatus(now) {
          isUp = now
          sendStatus()
          listener.onStatus?.(now)
        },
        onActivity: sendStatus,
      })
      stepDown = () => {
        stepDown = undefined
        closeStream()
        done()
      }
    })
  }

  /** Waits for the lock and then leads. Waits again whenever another tab has stolen the lock. */
  async function waitToLead(steal: boolean): Promise<void> {
    lockRequest = new AbortController()
    hasResynced = false
    if (!steal) requestStatus()
    try {
      await locks!.request(name, steal ? { steal } : { signal: lockRequest.signal }, lead)
    } catch (error) {
      stepDown?.()
      if (closed.signal.aborted) return
      const isAborted = error instanceof DOMException && error.name === 'AbortError'
      // A browser that refuses all locks leaves each tab with a stream of its own.
      await (isAborted ? waitToLead(lockRequest.signal.aborted) : lead())
    }
  }
  void waitToLead(false)

  return () => {
    closed.abort()
    lockRequest.abort()
    stepDown?.()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
    channel.close()
  }
}
