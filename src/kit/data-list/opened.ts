import { useState } from 'react'

export interface OpenedRow {
  id: string
  created_at?: string
  version?: number
}

/** Where a list puts a row: the newest first, the oldest first, or by something else, where an opened row comes first. */
export type First = 'newest' | 'oldest' | undefined

/**
 * Adds the opened rows to a list. An opened row stays visible when a filter or a newer list would remove it. Of two
 * versions of a row the newer one is shown.
 */
export function withOpened<Row extends OpenedRow>(
  rows: readonly Row[],
  opened: readonly Row[],
  first: First = 'newest',
): Row[] {
  const known = new Map(opened.map((row) => [row.id, row]))
  const shown = rows.map((row) => {
    const own = known.get(row.id)
    known.delete(row.id)
    return own && (row.version ?? 0) < (own.version ?? 0) ? own : row
  })
  for (const missing of known.values()) {
    const isAfter = ({ created_at = '' }: OpenedRow) =>
      first === 'newest' ? created_at < (missing.created_at ?? '') : created_at > (missing.created_at ?? '')
    const place = first ? shown.findIndex(isAfter) : 0
    shown.splice(place < 0 ? shown.length : place, 0, missing)
  }
  return shown
}

/** The state of a row in its list, and its callbacks. */
export interface RowPlace {
  /** Its panel is visible. */
  isOpen: boolean
  /** Its panel was opened and is mounted, visible or not. */
  isKept: boolean
  onOpen: () => void
  /** Called when something was changed in the panel. */
  onTouch: () => void
  /** Hides the panel. A changed one stays mounted. */
  onHide: () => void
  /** Closes the panel and discards its changes. */
  onClose: () => void
  /** Closes the panel once its row is done, and opens the next one. */
  onNext: () => void
  /** Shows the next or the previous row; undefined at the end of the list. */
  step: Record<'next' | 'previous', (() => void) | undefined>
}

/** The rows of a list, with those that are opened, and where each stands. */
export function useOpened<Row extends OpenedRow>(fetched: readonly Row[] | undefined, first: First) {
  const [kept, setKept] = useState<readonly Row[]>([])
  const [shown, setShown] = useState<string>()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  // What was worked, as it was then: the list may still show it for a moment.
  const [worked, setWorked] = useState<readonly string[]>([])
  const rows = fetched && withOpened(fetched, kept, first)
  const placeOf = (one: Row): RowPlace => {
    const others = kept.filter(({ id }) => id !== one.id && touched.has(id))
    const at = rows?.findIndex(({ id }) => id === one.id) ?? -1
    const show = (row: Row) => {
      setKept([...kept.filter(({ id }) => id !== row.id && touched.has(id)), row])
      setShown(row.id)
    }
    const close = (next?: Row) => {
      setKept(next ? [...others.filter(({ id }) => id !== next.id), next] : others)
      setTouched((all) => new Set([...all].filter((id) => id !== one.id)))
      setShown(next?.id)
    }
    const stepTo = (row: Row | undefined) => row && (() => show(row))
    return {
      isOpen: shown === one.id,
      isKept: kept.some(({ id }) => id === one.id),
      onOpen: () => show(one),
      onTouch: () => setTouched((all) => new Set(all).add(one.id)),
      onHide: () => {
        if (!touched.has(one.id)) setKept(others)
        setShown(undefined)
      },
      onClose: () => close(),
      onNext: () => {
        const done = [...worked, JSON.stringify(one)]
        const rest = rows ? [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()] : []
        setWorked(done)
        close(rest.find((row) => !done.includes(JSON.stringify(row))))
      },
      step: { next: stepTo(rows?.[at + 1]), previous: at > 0 ? stepTo(rows?.[at - 1]) : undefined },
    }
  }
  return { rows, placeOf }
}
