import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { TokenSource } from './call.ts'

/** One change, as the live log tells it: which of the lists that a screen may show have become old. */
export interface Change {
  id: number
  type: string
  topics: string[]
  /** The row that changed. */
  entity_id?: string | null
}

export interface Listener {
  changed(change: Change): void
  /** The stream stands (again): what was fetched before may be old, and is to be fetched anew. */
  stands(): void
  /** True while the stream stands. */
  standing?(up: boolean): void
  /** The server said something, be it only that it is there. */
  heard?(): void
}

const SHORTEST_WAIT_MS = 300
const LONGEST_WAIT_MS = 15_000
/** The server says something at least every 15 s: twice that in silence is a dead connection. */
export const SILENCE_MS = 40_000
const REMEMBERED = 2_000

/**
 * Follows `/api/live` until the returned function is called. Resumes from the last event seen, drops repeats, and
 * comes back after every cut with growing, jittered pauses.
 */
export function followLive(token: TokenSource, listener: Listener): () => void {
  const stop = new AbortController()
  const seen = new Set<number>()
  let last: string | undefined
  let failures = 0

  void run()
  return () => stop.abort()

  async function run() {
    while (!stop.signal.aborted) {
      await once().catch(() => {})
      if (stop.signal.aborted) return
      listener.standing?.(false)
      failures++
      const most = Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** failures)
      await new Promise((done) => setTimeout(done, most * (0.5 + Math.random() / 2)))
    }
  }

  async function once() {
    const cut = new AbortController()
    const signal = AbortSignal.any([stop.signal, cut.signal])
    const bearer = await token(failures > 0 && failures % 4 === 0)
    if (!bearer) throw new Error('no session')
    const answer = await fetch('/api/live', {
      signal,
      headers: { authorization: `Bearer ${bearer}`, ...(last && { 'last-event-id': last }) },
    })
    if (answer.status === 401) await token(true)
    if (!answer.ok || !answer.body) throw new Error(String(answer.status))

    let silence = setTimeout(() => cut.abort(), SILENCE_MS)
    const heard = new TransformStream<string, string>({
      transform(chunk, out) {
        clearTimeout(silence)
        silence = setTimeout(() => cut.abort(), SILENCE_MS)
        listener.heard?.()
        out.enqueue(chunk)
      },
    })
    failures = 0
    listener.standing?.(true)
    listener.stands()
    try {
      const events = answer.body
        .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
        .pipeThrough(heard)
        .pipeThrough(new EventSourceParserStream())
      for await (const event of events as unknown as AsyncIterable<{
        id?: string
        event?: string
        data: string
      }>) {
        if (event.id) last = event.id
        if (event.event === 'all') listener.stands()
        if (event.event !== 'change') continue
        const change = JSON.parse(event.data) as Change
        if (seen.has(change.id)) continue
        seen.add(change.id)
        if (seen.size > REMEMBERED) seen.delete(seen.values().next().value!)
        listener.changed(change)
      }
    } finally {
      clearTimeout(silence)
    }
  }
}
