import type { TokenSource } from './call.ts'
import { type Change, followLive, type Listener, SILENCE_MS } from './live.ts'

/** What the tab that reads the stream tells the others, and what they ask of it. */
type Word =
  | { is: 'changed'; change: Change }
  | { is: 'stands' }
  | { is: 'standing'; up: boolean; hidden: boolean }
  | { is: 'asked' }

/** A tab that is alive answers at once, whether it is looked at or not. */
const ANSWER_MS = 3_000
/** A reader that is not looked at tries again only once a minute, for browsers slow its clock down. */
const HIDDEN_DOWN_MS = 2_000

/**
 * Follows the live log of a person as `followLive` does, with one stream for all tabs of a browser, which has only six
 * connections to a server. The tab that holds the lock reads, and hands on what it hears; when it goes, or says nothing
 * any more, another one takes its place, and everything is fetched anew. Where there are no locks (an address without
 * TLS), each tab has a stream of its own.
 */
export function followTogether(
  person: string,
  token: TokenSource,
  listener: Listener,
  follow: typeof followLive = followLive,
): () => void {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return follow(token, listener)

  const name = `kikoa-live ${person}`
  const channel = new BroadcastChannel(name)
  const stop = new AbortController()
  const say = (word: Word) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    if (!stop.signal.aborted) channel.postMessage(word)
  }
  /** Ends the waiting for the lock. */
  let turn = new AbortController()
  /** Ends the reading, where this tab does it. */
  let quit: (() => void) | undefined
  let up = false
  let hasJoined = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const after = (ms: number, act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }
  // Of many that wait, one is the first, and the others hear of it.
  const jittered = (ms: number) => ms * (1 + Math.random())
  const takeOver = () => turn.abort()
  const ask = () => {
    say({ is: 'asked' })
    after(jittered(ANSWER_MS), takeOver)
  }
  const answer = () => say({ is: 'standing', up, hidden: document.hidden })

  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (quit) {
      if (data.is === 'asked') answer()
      return
    }
    if (data.is === 'asked') return
    after(SILENCE_MS, ask)
    if (data.is === 'changed') listener.changed(data.change)
    else if (data.is === 'stands') fetchAnew()
    else hear(data)
  })

  function hear({ up, hidden }: Extract<Word, { is: 'standing' }>) {
    listener.standing?.(up)
    // What was fetched before this tab began to listen may be old.
    if (up && !hasJoined) fetchAnew()
    if (!up && hidden && !document.hidden) after(jittered(HIDDEN_DOWN_MS), takeOver)
  }

  function fetchAnew() {
    hasJoined = true
    listener.stands()
  }

  const look = () => {
    if (!quit && !document.hidden) ask()
  }
  document.addEventListener('visibilitychange', look)

  /** Reads the stream for all tabs, for as long as this one holds the lock. */
  function read(): Promise<void> {
    clearTimeout(timer)
    up = false
    if (stop.signal.aborted) return Promise.resolve()
    return new Promise((done) => {
      const end = follow(token, {
        changed(change) {
          say({ is: 'changed', change })
          listener.changed(change)
        },
        stands() {
          say({ is: 'stands' })
          fetchAnew()
        },
        standing(now) {
          up = now
          answer()
          listener.standing?.(now)
        },
        heard: answer,
      })
      quit = () => {
        quit = undefined
        end()
        done()
      }
    })
  }

  /** Waits for the lock, again after each time that another tab took it away. */
  async function waitForTurn(steal: boolean): Promise<void> {
    turn = new AbortController()
    hasJoined = false
    if (!steal) ask()
    try {
      await locks!.request(name, steal ? { steal } : { signal: turn.signal }, read)
    } catch (error) {
      quit?.()
      if (stop.signal.aborted) return
      const isTaken = error instanceof DOMException && error.name === 'AbortError'
      // A browser that gives no lock at all leaves each tab with a stream of its own.
      await (isTaken ? waitForTurn(turn.signal.aborted) : read())
    }
  }
  void waitForTurn(false)

  return () => {
    stop.abort()
    turn.abort()
    quit?.()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
    channel.close()
  }
}
