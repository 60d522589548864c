import { useQuery } from '@tanstack/react-query'
import { chatApi } from './api.ts'

/** Lines of the shop that the customer has not seen; 0 until it is known. */
export const useUnreadLines = (): number => useQuery(chatApi.standing.queryOptions()).data?.unread ?? 0

/** Conversations with lines that no admin has seen; 0 until it is known. */
export const useUnreadConversations = (): number =>
  useQuery(chatApi.inbox.unread.queryOptions()).data?.conversations ?? 0
