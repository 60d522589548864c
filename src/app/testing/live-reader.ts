import { EventSourceParserStream } from 'eventsource-parser/stream'
import { expect, vi } from 'vitest'
import type { Shop } from './shop.ts'

interface ReceivedEvent {
  id: number
  type: string
}

/** Reads the live stream as a browser does. Collects the events and the last event id, and notices the stream's end. */
export async function followLive(
  shop: Shop,
  { token }: { token: string },
  { node = 0, last, pageAge }: { node?: number; last?: string; pageAge?: number } = {},
) {
  const stop = new AbortController()
  const answer = await fetch(`${shop.nodes[node]!.address}/api/live`, {
    signal: stop.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(last && { 'last-event-id': last }),
      ...(pageAge && { 'page-age': String(pageAge) }),
    },
  })
  const reader = {
    status: answer.status,
    events: [] as ReceivedEvent[],
    last,
    ended: false,
    stop: () => stop.abort(),
  }
  const follow = async () => {
    try {
      const stream = answer
        .body!.pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
      for await (const event of stream as unknown as AsyncIterable<{
        id?: string
        event?: string
        data: string
      }>) {
        if (event.id) {
          expect(Number(event.id), 'the resume point never goes backwards').toBeGreaterThanOrEqual(
            Number(reader.last ?? 0),
          )
          reader.last = event.id
        }
        if (event.event === 'change') reader.events.push(JSON.parse(event.data) as ReceivedEvent)
      }
    } catch {
      // The connection was closed.
    }
    reader.ended = true
  }
  follow().catch(() => {})
  return reader
}

/** Waits until a condition holds. Throws after 30 seconds. */
export async function until(holds: () => boolean) {
  await vi.waitUntil(holds, { timeout: 30_000, interval: 10 })
}
