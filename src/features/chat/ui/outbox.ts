import { randomUUID } from '../../../client/random-uuid.ts'
import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import type { Page } from '../../../kit/list/paging.ts'
import type { Line, ConversationApi } from './conversation-api.ts'

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
const kept = { enabled: false, gcTime: Infinity, staleTime: Infinity } as const

/** The last attempt of each conversation: lines are sent in the order in which they were written. */
const turns = new WeakMap<QueryClient, Map<string, Promise<void>>>()

/** The lines that are not in the conversation yet, and the actions on them. */
export function useOutbox(wire: ConversationApi) {
  const client = useQueryClient()
  const key = keyOf(wire.name)
  const { data: unsent = [] } = useQuery<Unsent[]>({ queryKey: key, ...kept })
  const change = (act: (lines: Unsent[]) => Unsent[]) =>
    client.setQueryData<Unsent[]>(key, (lines = []) => act(lines))

  async function attempt({ client_id, body }: Unsent) {
    try {
      const line = await wire.send({ client_id, body })
      show(client, wire, line)
      change((lines) => lines.filter((one) => one.client_id !== client_id))
    } catch (error) {
      const failure = wordsOf(error)
      change((lines) => lines.map((one) => (one.client_id === client_id ? { ...one, failure } : one)))
    }
  }

  function inTurn(line: Unsent) {
    const ofPerson = turns.get(client) ?? new Map<string, Promise<void>>()
    turns.set(client, ofPerson)
    ofPerson.set(
      wire.name,
      (ofPerson.get(wire.name) ?? Promise.resolve()).then(() => attempt(line)),
    )
  }

  return {
    /** A line may arrive by a live event before the answer to its request, or without an answer. */
    unsentBeside(lines: readonly Line[]) {
      const isHere = ({ client_id }: Unsent) => lines.some((line) => line.client_id === client_id)
      return unsent.some(isHere) ? unsent.filter((one) => !isHere(one)) : unsent
    },
    send(body: string) {
      const line = { client_id: randomUUID(), body, created_at: new Date().toISOString() }
      change((lines) => [...lines, line])
      inTurn(line)
    },
    again(line: Unsent) {
      change((lines) =>
        lines.map((one) => (one.client_id === line.client_id ? { ...one, failure: undefined } : one)),
      )
      inTurn(line)
    },
    discard: ({ client_id }: Unsent) =>
      void change((lines) => lines.filter((one) => one.client_id !== client_id)),
  }
}

/** Adds a line that the server has stored to the cached conversation, unless it is there already. */
function show(client: QueryClient, { linesKey }: ConversationApi, line: Line) {
  client.setQueriesData<InfiniteData<Page<Line>>>({ queryKey: linesKey }, (data) => {
    const [first, ...rest] = data?.pages ?? []
    if (!data || !first || first.items.some((one) => one.id === line.id)) return data
    return { ...data, pages: [{ ...first, items: [line, ...first.items] }, ...rest] }
  })
}

function wordsOf(error: unknown): string {
  const failure = classifyFailure(error)
  if (failure.kind === 'refused' && failure.code === 'TOO_MANY_REQUESTS') return m.chat_too_many()
  return outageMessage(error) ?? m.chat_not_sent()
}
