import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { TokenSource } from '../api.ts'

/** One event of `/api/live`: something was changed. */
export interface Change {
  id: number
  type: string
  /** The topics of the lists that became stale. */
  topics: string[]
  /** The row that changed. */
  entity_id?: string | null
}

export interface LiveListener {
  onChange(change: Change): void
  /** There may have been a gap: everything fetched before may be stale. */
  onResync(): void
  /** True when the stream opens, false when it fails or closes. A repeated attempt reports again. */
  onStatus?(isUp: boolean): void
  /** The server sent something, even if only a heartbeat. */
  onActivity?(): void
}

const MIN_RETRY_MS = 300
const MAX_RETRY_MS = 15_000
/** The server sends something at least every 15 s. A connection that is silent for longer than this is dead. */
export const SILENCE_MS = 40_000
const MAX_SEEN_IDS = 2_000
/** A page that is younger gets the events since its start, so that it need not fetch its first data twice. */
const YOUNG_PAGE_MS = 60_000

/**
 * Reads the server-sent events of `/api/live` until the returned function is called. Resumes after the last event id,
 * drops repeated events, and reconnects with exponential, jittered pauses.
 */
export function openLiveConnection(token: TokenSource, listener: LiveListener): () => void {
  const closed = new AbortController()
  const seenIds = new Set<number>()
  let lastEventId: string | undefined
  let failures = 0

  void run()
  return () => closed.abort()

  async function run() {
    while (!closed.signal.aborted) {
      await readUntilClosed().catch(() => {})
      if (closed.signal.aborted) return
      listener.onStatus?.(false)
      failures++
      const longest = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** failures)
      await new Promise((done) => setTimeout(done, longest * (0.5 + Math.random() / 2)))
    }
  }

  async function readUntilClosed() {
    const silent = new AbortController()
    const signal = AbortSignal.any([closed.signal, silent.signal])
    const bearer = await token(failures > 0 && failures % 4 === 0)
    if (!bearer) throw new Error('no session')
    const pageAge = Math.ceil(performance.now())
    const isFirst = !lastEventId && failures === 0 && pageAge < YOUNG_PAGE_MS
    const response = await fetch('/api/live', {
      signal,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(isFirst && { 'page-age': String(pageAge) }),
        ...(lastEventId && { 'last-event-id': lastEventId }),
      },
    })
    if (response.status === 401) await token(true)
    if (!response.ok || !response.body) throw new Error(String(response.status))

    let silenceTimer = setTimeout(() => silent.abort(), SILENCE_MS)
    const noteActivity = new TransformStream<string, string>({
      transform(chunk, out) {
        clearTimeout(silenceTimer)
        silenceTimer = setTimeout(() => silent.abort(), SILENCE_MS)
        listener.onActivity?.()
        out.enqueue(chunk)
      },
    })
    failures = 0
    listener.onStatus?.(true)
    if (!isFirst) listener.onResync()
    try {
      const events = response.body
        .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
        .pipeThrough(noteActivity)
        .pipeThrough(new EventSourceParserStream())
      for await (const event of events as unknown as AsyncIterable<{
        id?: string
        event?: string
        data: string
      }>) {
        if (event.id) lastEventId = event.id
        if (event.event === 'all') listener.onResync()
        if (event.event !== 'change') continue
        const change = JSON.parse(event.data) as Change
        if (seenIds.has(change.id)) continue
        seenIds.add(change.id)
        if (seenIds.size > MAX_SEEN_IDS) seenIds.delete(seenIds.values().next().value!)
        listener.onChange(change)
      }
    } finally {
      clearTimeout(silenceTimer)
    }
  }
}
