import {
  experimental_streamedQuery as streamed,
  skipToken,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import type { Answer } from '../answer.ts'
import { createApiClient } from '../../../client/api.ts'
import { endingsByLabel } from '../asked-names.ts'
import { availabilityContract, MOST_ENDINGS } from '../availability.contract.ts'

/** A screen that opens within this time reuses an answer. The server has a cache of its own. */
const FRESH_MS = 30_000

interface Answers {
  /** Undefined while the answer is loading, and if there is none. */
  answerOf(name: string): Answer | undefined
  /** True if no more answers will arrive. */
  isComplete: boolean
  isLoading: boolean
  /** Looks up all names now. */
  refetch(): Promise<unknown>
}

/** A repeated lookup of failed names has a key of its own. */
const keyOf = (names: readonly string[], manual: boolean) =>
  ['availability', manual ? 'retry' : 'first', names] as const

/**
 * The registries' answers about names, each as soon as it arrives. Screens with the same names share one
 * lookup.
 * @param options `manual` waits for a call of `refetch`
 */
export function useAnswers(names: readonly string[], { manual = false } = {}): Answers {
  const query = useQuery({
    queryKey: keyOf(names, manual),
    queryFn: streamed<Answer>({ streamFn: ({ signal }) => answersOf(names, signal) }),
    enabled: !manual && names.length > 0,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return {
    answerOf: (name) => query.data?.findLast((one) => one.name === name),
    isComplete: query.fetchStatus === 'idle' && !query.isPending,
    isLoading: query.isFetching,
    refetch: () => query.refetch(),
  }
}

/** The results of single names that any part of the screen has looked up again. */
export const useRetriedAnswers = (names: readonly string[]): Answer[] =>
  useQueries({
    queries: names.map((name) => ({ queryKey: keyOf([name], true), queryFn: skipToken })),
    combine: (queries) => queries.flatMap(({ data }) => (data as Answer[] | undefined)?.at(-1) ?? []),
  })

/** Visitors may call it, so no session is loaded. */
const call = createApiClient(
  { search: availabilityContract.search, checkDomain: availabilityContract.checkDomain },
  async () => undefined,
)

/** What is known of one name now. Fails without a network, and where too many were looked up. */
export const checkName = async (domain: string) => (await call.checkDomain({ domain })).data

/**
 * Looks up names, one call per label, and yields each answer when it arrives. The calls follow one after the other,
 * because a browser has few connections to one server and screens need them too.
 */
async function* answersOf(names: readonly string[], signal: AbortSignal): AsyncGenerator<Answer, void> {
  for (const [label, endings] of endingsByLabel(names))
    for (let from = 0; from < endings.length; from += MOST_ENDINGS)
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      yield* await call.search(
        { name: label, endings: endings.slice(from, from + MOST_ENDINGS).join(',') },
        { signal },
      )
}
