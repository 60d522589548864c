import { setTimeout as sleep } from 'node:timers/promises'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Program } from '../program.ts'

const READERS = 6
const WRITERS = 3
const STREAMS = 2
/** After this time a call counts as unanswered. */
const GIVEN_UP_MS = 20_000

/** Many concurrent callers, and the answers they got. */
export interface Load {
  acknowledged: Set<string>
  /** Number of calls by status. Status 0 means no answer. */
  statuses: Map<string, number>
  longestMs: number
  /** Number of 503s without `Retry-After`. */
  withoutRetryAfter: number
  call(method: string, path: string): Promise<{ status: number; id?: string }>
  /** Sends additional reads, and waits until all are answered. */
  burst(many: number): Promise<unknown>
  /** How many live streams have received an event about the request. */
  streamsWith(id: string): number
  stop(): Promise<void>
}

/** Concurrent reads, writes and live streams of one customer, without a pause, until they are stopped. */
export function startLoad(program: Program, token: string): Load {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const received = Array.from({ length: STREAMS }, () => new Set<string>())
  const stopping = new AbortController()
  let isRunning = true

  async function call(method: string, path: string) {
    const begun = performance.now()
    let status = 0
    let id: string | undefined
    try {
      const answer = await fetch(program.address + path, {
        method,
        headers,
        signal: AbortSignal.timeout(GIVEN_UP_MS),
        ...(method === 'POST' && { body: JSON.stringify({ plan_name: 'Basic', billing_period: 'monthly' }) }),
      })
      status = answer.status
      const body = (await answer.json()) as { id?: string }
      if (status === 201) load.acknowledged.add((id = body.id!))
      if (status === 503 && !answer.headers.get('retry-after')) load.withoutRetryAfter++
    } catch {
      status = 0
    }
    load.longestMs = Math.max(load.longestMs, performance.now() - begun)
    const kind = `${method} ${status}`
    load.statuses.set(kind, (load.statuses.get(kind) ?? 0) + 1)
    if (status >= 400 || status === 0) await sleep(20)
    return { status, ...(id && { id }) }
  }

  async function follow(seen: Set<string>) {
    let last: string | undefined
    while (isRunning) {
      try {
        const { body, ok } = await fetch(`${program.address}/api/live`, {
          headers: { ...headers, ...(last && { 'last-event-id': last }) },
          signal: stopping.signal,
        })
        if (!ok || !body) throw new Error('no stream')
        const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
        for await (const event of events as unknown as AsyncIterable<{ id?: string; data: string }>) {
          last = event.id ?? last
          const { entity_id } = JSON.parse(event.data) as { entity_id?: string }
          if (entity_id) seen.add(entity_id)
        }
      } catch {
        await sleep(200)
      }
    }
  }

  const list = '/api/hosting-requests?limit=20'
  const repeat = async (method: string, path: string) => {
    while (isRunning) await call(method, path)
  }
  const callers = [
    ...Array.from({ length: READERS }, () => repeat('GET', list)),
    ...Array.from({ length: WRITERS }, () => repeat('POST', '/api/hosting-requests')),
    ...received.map(follow),
  ]
  const load: Load = {
    acknowledged: new Set(),
    statuses: new Map(),
    longestMs: 0,
    withoutRetryAfter: 0,
    call,
    burst: (many) => Promise.all(Array.from({ length: many }, () => call('GET', list))),
    streamsWith: (id) => received.filter((seen) => seen.has(id)).length,
    async stop() {
      isRunning = false
      stopping.abort()
      await Promise.all(callers)
    },
  }
  return load
}
