import { setTimeout as sleep } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { expect } from 'vitest'
import type { Shop } from './shop.ts'

interface Told {
  id: number
  type: string
}

/** A reader as a browser is one: it keeps what it was told and the resume point, and knows when it was cut. */
export async function followLive(
  shop: Shop,
  { token }: { token: string },
  { node = 0, last }: { node?: number; last?: string } = {},
) {
  const stop = new AbortController()
  const answer = await fetch(`${shop.nodes[node]!.address}/api/live`, {
    signal: stop.signal,
    headers: { authorization: `Bearer ${token}`, ...(last && { 'last-event-id': last }) },
  })
  const reader = { status: answer.status, told: [] as Told[], last, ended: false, stop: () => stop.abort() }
  const follow = async () => {
    try {
      const events = answer
        .body!.pipeThrough(new TextDecoderStream())
        .pipeThrough(new EventSourceParserStream())
      for await (const event of events as unknown as AsyncIterable<{
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
        if (event.event === 'change') reader.told.push(JSON.parse(event.data) as Told)
      }
    } catch {
      // cut
    }
    reader.ended = true
  }
  follow().catch(() => {})
  return reader
}

/** Waits until something holds; throws when it does not come about. */
export async function until(holds: () => boolean, ms = 10_000) {
  for (const end = Date.now() + ms; !holds();) {
    if (Date.now() > end) throw new Error('it did not come about')
    await sleep(10)
  }
}
