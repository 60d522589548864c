import { useQuery, useQueryClient } from '@tanstack/react-query'
import { saveTabTextFor, tabTextFor, useSession } from '../../../client/session.ts'

/**
 * What is being typed into a conversation: kept while somebody looks at another screen, and in this tab through a
 * reload, until it is sent. A log-out takes it away.
 */
export function useDraft(name: string) {
  const session = useSession()
  const client = useQueryClient()
  const person = session.status === 'signed-in' ? session.userId : ''
  const place = `draft ${name}`
  const queryKey = ['chat-draft', name]
  const { data: draft } = useQuery<string>({
    queryKey,
    enabled: false,
    gcTime: Infinity,
    staleTime: Infinity,
    initialData: () => tabTextFor(person, place),
  })
  const setDraft = (text: string) => {
    client.setQueryData(queryKey, text)
    if (person) saveTabTextFor(person, place, text)
  }
  return { draft, setDraft }
}
