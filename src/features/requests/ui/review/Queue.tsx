import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Inbox, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { classes } from '../../../../kit/classes.ts'
import { EmptyState, ErrorState, LoadMore } from '../../../../kit/list/list-states.tsx'
import { SiteAddress } from '../../../../kit/Copyable.tsx'
import { loadedRows, type Page } from '../../../../kit/list/paging.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { QueueHead, type QueuePlace, rowLook } from './QueueRow.tsx'
import { withOpened } from '../../opened.ts'

interface QueueProps<Row> {
  texts: {
    title: string
    /** The head of the column of what else to know. */
    notes?: string
    none: string
    /** What will appear in it. By default the address of the shop, to be shared. */
    noneAbout?: string
    noneFound: string
    showAll: string
    failed: string
    why: (error: unknown) => string
  }
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
  /** Clears the filter. Undefined without a filter. */
  onClear: (() => void) | undefined
  /** Which rows come first. */
  first?: 'newest' | 'oldest'
  renderRow: (row: Row, place: QueuePlace) => ReactNode
}

/**
 * Rows to decide on. The form of the open row is beside them, or below its row on a narrow screen. An
 * opened row and the text typed in its form remain when the list changes or another row is opened.
 */
export function Queue<Row extends { id: string; created_at: string; version: number }>({
  texts,
  query,
  onClear,
  first = 'newest',
  renderRow,
}: QueueProps<Row>) {
  const [kept, setKept] = useState<readonly Row[]>([])
  const [shown, setShown] = useState<string>()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  // What was worked, as it was then: the list may still show it for a moment.
  const [worked, setWorked] = useState<readonly string[]>([])
  const fetched = loadedRows(query.data)
  if (!fetched && query.isError)
    return (
      <ErrorState title={texts.failed} query={query}>
        {texts.why(query.error)}
      </ErrorState>
    )
  if (!fetched) return <QueueSkeleton />

  const rows = withOpened(fetched, kept, first)
  if (rows.length === 0) return <Nothing texts={texts} onClear={onClear} />
  const placeOf = (one: Row): QueuePlace => {
    const others = kept.filter(({ id }) => id !== one.id && touched.has(id))
    const close = (next?: Row) => {
      setKept(next ? [...others.filter(({ id }) => id !== next.id), next] : others)
      setTouched((all) => new Set([...all].filter((id) => id !== one.id)))
      setShown(next?.id)
    }
    return {
      isOpen: shown === one.id,
      isKept: kept.some(({ id }) => id === one.id),
      onOpen: () => {
        setKept([...others, one])
        setShown(one.id)
      },
      onTouch: () => setTouched((all) => new Set(all).add(one.id)),
      onHide: () => {
        if (!touched.has(one.id)) setKept(others)
        setShown(undefined)
      },
      onClose: () => close(),
      onNext: () => {
        const done = [...worked, JSON.stringify(one)]
        const at = rows.findIndex(({ id }) => id === one.id)
        const rest = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()]
        setWorked(done)
        close(rest.find((row) => !done.includes(JSON.stringify(row))))
      },
    }
  }
  return (
    <div aria-busy={query.isPlaceholderData}>
      {shown === undefined ? <QueueHead notes={texts.notes ?? m.common_payment()} /> : null}
      <ul
        aria-label={texts.title}
        className={classes(
          'grid max-md:gap-2',
          shown !== undefined &&
            'md:border-t md:border-edge lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-6 xl:grid-cols-[minmax(0,1fr)_minmax(23rem,27rem)]',
        )}
      >
        {rows.map((one) => renderRow(one, placeOf(one)))}
      </ul>
      {query.isFetchNextPageError ? (
        <p role="alert" className="mt-4 text-center text-danger">
          {texts.failed}
        </p>
      ) : null}
      <LoadMore query={query} />
    </div>
  )
}

function Nothing<Row>({ texts, onClear }: Pick<QueueProps<Row>, 'texts' | 'onClear'>) {
  if (!onClear)
    return (
      <EmptyState
        icon={Inbox}
        title={texts.none}
        action={texts.noneAbout === undefined ? <SiteAddress /> : null}
      >
        {texts.noneAbout ?? m.review_none_about()}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={SearchX}
      title={texts.noneFound}
      action={
        <Button variant="secondary" onClick={onClear}>
          {texts.showAll}
        </Button>
      }
    />
  )
}

/** The placeholder of a queue while it loads. */
function QueueSkeleton() {
  return (
    <div aria-busy className="grid max-md:gap-2 md:mt-8 md:border-t md:border-edge">
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div
          key={row}
          aria-hidden
          className={classes('grid gap-x-6 gap-y-2 max-md:h-28 md:grid-cols-[1.5fr_1fr_2fr]', rowLook)}
        >
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      ))}
    </div>
  )
}
