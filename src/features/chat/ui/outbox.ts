import { useEffect } from 'react'
import { randomUUID } from '../../../client/random-uuid.ts'
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { saveTabTextFor, tabTextFor, useSession } from '../../../client/session/session.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import type { Page } from '../../../kit/list/paging.ts'
import type { Line, ConversationApi } from './chat.api.ts'

/** A line that is being sent, or whose sending failed. */
export interface Unsent {
  client_id: string
  body: string
  created_at: string
  /** Why the sending failed; undefined while the line is being sent. */
  failure?: string | undefined
}

/** In the query cache, because it belongs to the same user and is deleted with it. */
const keyOf = (name: string) => ['chat-outbox', name]
const cacheOptions = { enabled: false, gcTime: Infinity, staleTime: Infinity } as const

/** The last attempt of each conversation: lines are sent in the order in which they were written. */
const queues = new WeakMap<QueryClient, Map<string, Promise<void>>>()

/**
 * The lines that are not in the conversation yet, and the actions on them. This tab stores them until they are sent: what a
 * reload interrupts is sent after it. A log-out deletes them.
 * @param stored the lines that the server has stored. A live event may bring one before the answer to its request.
 */
export function useOutbox(api: ConversationApi, stored: readonly Line[]) {
  const client = useQueryClient()
  const session = useSession()
  const person = session.status === 'signed-in' ? session.userId : ''
  const key = keyOf(api.name)
  const storageKey = `outbox ${api.name}`
  const { data: kept } = useQuery<Unsent[]>({
    queryKey: key,
    ...cacheOptions,
    initialData: () => readLines(tabTextFor(person, storageKey)),
  })
  const change = (update: (lines: Unsent[]) => Unsent[]) => {
    const lines = client.setQueryData<Unsent[]>(key, (before = []) => update(before)) ?? []
    if (person) saveTabTextFor(person, storageKey, lines.length ? JSON.stringify(lines) : '')
  }
  const isStored = ({ client_id }: Unsent) => stored.some((line) => line.client_id === client_id)
  const isAnyStored = kept.some(isStored)

  async function attempt({ client_id, body }: Unsent) {
    try {
      const line = await api.send({ client_id, body })
      addToCache(client, api, line)
      change((lines) => lines.filter((one) => one.client_id !== client_id))
    } catch (error) {
      const failure = failureText(error)
      change((lines) => lines.map((one) => (one.client_id === client_id ? { ...one, failure } : one)))
    }
  }

  function enqueue(line: Unsent) {
    const queue = queues.get(client) ?? new Map<string, Promise<void>>()
    queues.set(client, queue)
    queue.set(
      api.name,
      (queue.get(api.name) ?? Promise.resolve()).then(() => attempt(line)),
    )
  }

  useEffect(() => {
    if (isAnyStored) change((lines) => lines.filter((one) => !isStored(one)))
  })
  useEffect(() => {
    if (!queues.get(client)?.has(api.name)) for (const line of kept) if (!line.failure) enqueue(line)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for what an earlier page has left
  }, [])

  return {
    unsent: isAnyStored ? kept.filter((one) => !isStored(one)) : kept,
    send(body: string) {
      const line = { client_id: randomUUID(), body, created_at: new Date().toISOString() }
      change((lines) => [...lines, line])
      enqueue(line)
    },
    retry(line: Unsent) {
      change((lines) =>
        lines.map((one) => (one.client_id === line.client_id ? { ...one, failure: undefined } : one)),
      )
      enqueue(line)
    },
    discard: ({ client_id }: Unsent) => change((lines) => lines.filter((one) => one.client_id !== client_id)),
  }
}

/** The lines that an earlier page of this tab has stored. */
const readLines = (text: string) => (text ? (JSON.parse(text) as Unsent[]) : [])

/** Adds a line that the server has stored to the cached conversation, unless it is there already. */
function addToCache(client: QueryClient, { linesKey }: ConversationApi, line: Line) {
  client.setQueriesData<InfiniteData<Page<Line>>>({ queryKey: linesKey }, (data) => {
    const [first, ...rest] = data?.pages ?? []
    if (!data || !first || first.items.some((one) => one.id === line.id)) return data
    return { ...data, pages: [{ ...first, items: [line, ...first.items] }, ...rest] }
  })
}

function failureText(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind === 'refused' && failure.code === 'TOO_MANY_REQUESTS') return m.chat_too_many()
  return errorSentence(m.chat_not_sent)(error)
}
