import type { QueryKey } from '@tanstack/react-query'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { type Side, chatContract } from '../chat.contract.ts'
import { createApi } from '../../../client/api.ts'
import { displayName } from '../../../shared/people/person.ts'
import { m } from '../../../paraglide/messages.js'

export type Line = Awaited<ReturnType<typeof chatApi.lines.call>>['items'][number]
/** The counts of a conversation for the reader's side. */
export type ConversationStatus = Pick<
  Awaited<ReturnType<typeof chatApi.standing.call>>,
  'lines' | 'unread' | 'read' | 'seen'
>

/** One conversation as one of its sides reads and writes it. */
export interface ConversationApi {
  /** A name of the conversation that is unique on this page. */
  name: string
  side: Side
  /** The query key under which its lines are cached, page by page. */
  linesKey: QueryKey
  lines: ReturnType<typeof ownLines>
  send: (line: { body: string; client_id: string }) => Promise<Line>
  read: (through: number) => Promise<ConversationStatus>
}

const ownLines = () =>
  chatApi.lines.infiniteOptions({ input: (cursor: string | undefined) => ({ cursor }), ...pagingOptions })

/** A retry has the key of the first attempt, so that the line is written once. */
const withIdempotencyKey = (client_id: string) => ({ context: { idempotencyKey: client_id } })

/** The customer's own conversation with the shop. */
export const ownConversationApi = (): ConversationApi => ({
  name: 'own',
  side: 'customer',
  linesKey: chatApi.lines.key(),
  lines: ownLines(),
  send: (line) => chatApi.send.call(line, withIdempotencyKey(line.client_id)),
  read: (through) => chatApi.read.call({ through }),
})

/** A customer's conversation, for admins. */
export const customerConversationApi = (id: string): ConversationApi => ({
  name: id,
  side: 'shop',
  linesKey: chatApi.inbox.lines.key({ input: { id } }),
  lines: chatApi.inbox.lines.infiniteOptions({
    input: (cursor: string | undefined) => ({ id, cursor }),
    ...pagingOptions,
  }) as unknown as ConversationApi['lines'],
  send: (line) => chatApi.inbox.answer.call({ id, ...line }, withIdempotencyKey(line.client_id)),
  read: (through) => chatApi.inbox.read.call({ id, through }),
})

export const chatApi = createApi('chat', chatContract)

export type InboxConversation = Awaited<ReturnType<typeof chatApi.inbox.list.call>>['items'][number]

export const customerName = ({ customer }: Pick<InboxConversation, 'customer'>) =>
  displayName(customer) ?? m.common_unnamed_customer()
