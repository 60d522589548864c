import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { chatApi } from './api.ts'
import type { Line, Standing, Wire } from './wire.ts'

/**
 * Marks the other side's lines as read once somebody can see the last of them: the end of the conversation is on
 * screen, and the page in front.
 */
export function useSeen(wire: Wire, { lines, standing, away }: Seen) {
  const client = useQueryClient()
  const asked = useRef(0)
  const { mutate } = useMutation({
    mutationFn: wire.read,
    onSuccess: () => client.invalidateQueries({ queryKey: chatApi.key() }),
    onError: () => {
      asked.current = 0
    },
  })
  const inFront = useSyncExternalStore(followVisibility, isInFront)
  const last = lines.find((line) => line.from !== wire.side)
  const unread = last && last.number > standing.read ? last.place : 0
  useEffect(() => {
    if (!unread || away || !inFront || asked.current >= unread) return
    asked.current = unread
    mutate(unread)
  }, [unread, away, inFront, mutate])
}

interface Seen {
  /** Newest first. */
  lines: readonly Line[]
  standing: Standing
  away: boolean
}

const isInFront = () => document.visibilityState === 'visible'

function followVisibility(tell: () => void) {
  document.addEventListener('visibilitychange', tell)
  return () => document.removeEventListener('visibilitychange', tell)
}
