import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { TokenSource } from './call.ts'
import { followTogether } from './live-together.ts'
import { refetch } from './refetch.ts'

interface Live {
  /** The stream has been down for longer than a blink: what is on screen may be old. */
  late: boolean
  /** Ids of the rows that changed in the last moments. */
  changed: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()
const LiveContext = createContext<Live>({ late: false, changed: none })

const BLINK_MS = 2_000
/** As long as the glow of a changed row lasts, and the refetch before it. */
const FRESH_MS = 2_500

interface LiveProviderProps {
  /** Whose log it is: only tabs of the same person share it. */
  person: string
  token: TokenSource
  /** The queries that have become old by a change of these topics. */
  oldBy: (topics: readonly string[]) => QueryKey[]
  children: ReactNode
}

/** Follows the live log for as long as it is mounted, and has what became old fetched anew. */
export function LiveProvider({ person, token, oldBy, children }: LiveProviderProps) {
  const client = useQueryClient()
  const [late, setLate] = useState(false)
  const [changed, setChanged] = useState(none)

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const later = (act: () => void, ms: number) => {
      const timer = setTimeout(() => (timers.delete(timer), act()), ms)
      timers.add(timer)
      return timer
    }
    const down = () => later(() => setLate(true), BLINK_MS)
    let blink: ReturnType<typeof setTimeout> | undefined = down()
    const fetchAnew = oneAtATime((queryKey: QueryKey) => refetch(client, queryKey))
    const stop = followTogether(person, token, {
      changed({ topics, entity_id: id }) {
        void fetchAnew(oldBy(topics))
        if (!id) return
        setChanged((ids) => new Set(ids).add(id))
        later(() => setChanged((ids) => new Set([...ids].filter((one) => one !== id))), FRESH_MS)
      },
      stands: () => void refetch(client),
      standing(up) {
        // Every attempt that fails says so again: the first one counts.
        if (up) {
          clearTimeout(blink)
          blink = undefined
          setLate(false)
        } else blink ??= down()
      },
    })
    return () => {
      stop()
      timers.forEach(clearTimeout)
    }
  }, [client, person, token, oldBy])

  return <LiveContext value={{ late, changed }}>{children}</LiveContext>
}

const LONGEST_TURN_MS = 3_000

/** Works through what is handed over in turns, so that many changes at once never keep a list from arriving. */
function oneAtATime<Item>(work: (item: Item) => Promise<void>) {
  let waiting: Item[] = []
  let busy = false
  return async (items: Item[]) => {
    waiting.push(...items)
    if (busy) return
    busy = true
    while (waiting.length) {
      const turn = Promise.all(waiting.map(work))
      waiting = []
      // oxlint-disable-next-line no-await-in-loop -- turns are the point
      await Promise.race([turn, new Promise((done) => setTimeout(done, LONGEST_TURN_MS))])
    }
    busy = false
  }
}

/** Whether the page is behind: true once the live stream has been down for two seconds. */
export const useIsLate = () => useContext(LiveContext).late

/**
 * Ids of the rows that changed a moment ago, by whoever. Give a row `animate-glow` while its id is in here, and
 * what changed under the reader's eyes glows once.
 */
export const useChangedIds = () => useContext(LiveContext).changed
