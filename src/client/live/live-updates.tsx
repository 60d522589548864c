import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import type { TokenSource } from '../api.ts'
import { createBatchedRefetch, refetch } from '../refetch.ts'
import { openSharedLiveConnection } from './shared-live-connection.ts'

interface LiveState {
  /** The live stream has been down for `DISCONNECTED_AFTER_MS`, so the screen may show old data. */
  isDisconnected: boolean
  /** Ids of the rows that changed within the last `HIGHLIGHT_MS`. */
  changedIds: ReadonlySet<string>
}

const noIds: ReadonlySet<string> = new Set()
const LiveContext = createContext<LiveState>({ isDisconnected: false, changedIds: noIds })

const DISCONNECTED_AFTER_MS = 2_000
/** The time for the refetch and the highlight of a changed row together. */
const HIGHLIGHT_MS = 2_500

interface LiveProviderProps {
  /** The signed-in user's id: tabs of the same user share one connection. */
  person: string
  token: TokenSource
  /** The query keys that a change of these topics makes stale. */
  staleKeys: (topics: readonly string[]) => QueryKey[]
  children: ReactNode
}

/** Follows `/api/live` while it is mounted, and refetches the queries that an event makes stale. */
export function LiveProvider({ person, token, staleKeys, children }: LiveProviderProps) {
  const client = useQueryClient()
  const [isDisconnected, setDisconnected] = useState(false)
  const [changedIds, setChangedIds] = useState(noIds)

  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const later = (run: () => void, ms: number) => {
      const timer = setTimeout(() => (timers.delete(timer), run()), ms)
      timers.add(timer)
      return timer
    }
    const startDownTimer = () => later(() => setDisconnected(true), DISCONNECTED_AFTER_MS)
    let downTimer: ReturnType<typeof setTimeout> | undefined = startDownTimer()
    const refetchBatched = createBatchedRefetch(client)
    const close = openSharedLiveConnection(person, token, {
      onChange({ topics, entity_id: id }) {
        void refetchBatched(staleKeys(topics))
        if (!id) return
        setChangedIds((ids) => new Set(ids).add(id))
        later(() => setChangedIds((ids) => new Set([...ids].filter((one) => one !== id))), HIGHLIGHT_MS)
      },
      onResync: () => void refetch(client),
      onStatus(isUp) {
        if (isUp) {
          clearTimeout(downTimer)
          downTimer = undefined
          setDisconnected(false)
          // Each failed attempt reports the status again: the timer runs from the first.
        } else downTimer ??= startDownTimer()
      },
    })
    return () => {
      close()
      timers.forEach(clearTimeout)
    }
  }, [client, person, token, staleKeys])

  return <LiveContext value={{ isDisconnected, changedIds }}>{children}</LiveContext>
}

/** True once the live stream has been down for two seconds: the page may be out of date. */
export const useIsDisconnected = () => useContext(LiveContext).isDisconnected

/** Ids of the rows that have just changed. A row gets the class `animate-glow` while its id is in the set. */
export const useChangedIds = () => useContext(LiveContext).changedIds
