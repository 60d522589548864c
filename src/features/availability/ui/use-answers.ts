import {
  experimental_streamedQuery as streamed,
  skipToken,
  useQueries,
  useQuery,
} from '@tanstack/react-query'
import type { Answer } from '../answer.ts'
import { createApiClient } from '../../../client/api.ts'
import { availabilityContract, MOST_ENDINGS } from '../contract.ts'

/** An answer is shown this long before a screen that opens asks again. The server remembers in its own way. */
const FRESH_MS = 30_000

interface Answers {
  /** Undefined as long as it is on its way, and where none came. */
  answerTo(name: string): Answer | undefined
  /** Nothing more is on its way. */
  isOver: boolean
  isAsking: boolean
  /** Asks for all of them now. */
  ask(): Promise<unknown>
}

/** What was asked once more, because it failed, is a question of its own. */
const keyOf = (names: readonly string[], later: boolean) =>
  ['availability', later ? 'again' : 'first', names] as const

/**
 * What the registries say of names, each as it becomes known. Screens that ask for the same names share one look-up.
 * @param options `later` waits until it is asked
 */
export function useAnswers(names: readonly string[], { later = false } = {}): Answers {
  const look = useQuery({
    queryKey: keyOf(names, later),
    queryFn: streamed<Answer>({ streamFn: ({ signal }) => answersOf(names, signal) }),
    enabled: !later && names.length > 0,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return {
    answerTo: (name) => look.data?.findLast((one) => one.name === name),
    isOver: look.fetchStatus === 'idle' && !look.isPending,
    isAsking: look.isFetching,
    ask: () => look.refetch(),
  }
}

/** What single names came to when they were asked once more, wherever on the screen that was. */
export const useLaterAnswers = (names: readonly string[]): Answer[] =>
  useQueries({
    queries: names.map((name) => ({ queryKey: keyOf([name], true), queryFn: skipToken })),
    combine: (looks) => looks.flatMap(({ data }) => (data as Answer[] | undefined)?.at(-1) ?? []),
  })

/** Anybody may ask, so nothing of a session has to be loaded for it. */
const call = createApiClient({ search: availabilityContract.search }, async () => undefined)

/**
 * Looks names up and gives each answer as it comes. Names of one label travel in one call; the labels take turns,
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

/** `mama.com`, `mama.co.tz` are `mama` with two endings. Labels keep the order in which they first come. */
export function endingsByLabel(names: readonly string[]): Map<string, string[]> {
  const labels = new Map<string, string[]>()
  for (const name of names) {
    const dot = name.indexOf('.')
    const label = name.slice(0, dot)
    labels.set(label, [...(labels.get(label) ?? []), name.slice(dot + 1)])
  }
  return labels
}
