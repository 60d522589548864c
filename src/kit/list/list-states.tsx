import { CircleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../Button.tsx'

interface EmptyStateProps {
  icon?: LucideIcon
  title: ReactNode
  children?: ReactNode
  /** A button or a link to the next step. */
  action?: ReactNode
}

/** An empty list: what will appear here and how to get started. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-dashed border-edge px-6 py-7 text-center">
      {Icon ? (
        <span aria-hidden className="mb-1 flex items-center gap-2">
          <i className="band h-2.5 w-8 rounded-l-full" />
          <span className="grid size-12 place-items-center rounded-card border border-line bg-card text-primary">
            <Icon className="size-6" />
          </span>
          <i className="band h-2.5 w-8 rounded-r-full" />
        </span>
      ) : null}
      <p className="text-lg font-semibold">{title}</p>
      {children ? <div className="max-w-text text-muted">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  )
}

interface ErrorStateProps {
  /** What failed, in the sentence of the specification. */
  title: ReactNode
  children?: ReactNode
  /** The query that failed: the button fetches it again. */
  query?: { refetch: () => unknown; isFetching: boolean } | undefined
  /** Called by the button where there is no query. */
  onRetry?: (() => unknown) | undefined
  busy?: boolean | undefined
}

/** A list that could not be loaded: what failed, and a button to try again. */
export function ErrorState({
  title,
  children,
  query,
  onRetry = query?.refetch,
  busy = query?.isFetching,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-2 rounded-card bg-rejected-ground px-6 py-8 text-center text-rejected"
    >
      <CircleAlert aria-hidden className="size-7" />
      <p className="text-lg font-semibold">{title}</p>
      {children ? <div className="max-w-text">{children}</div> : null}
      {onRetry ? (
        <Button variant="secondary" className="mt-2" busy={busy ?? false} onClick={() => void onRetry()}>
          {m.kit_try_again()}
        </Button>
      ) : null}
    </div>
  )
}

interface LoadMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** The button that loads the next page of a list, while there is one. */
export function LoadMore({ query }: LoadMoreProps) {
  if (!query.hasNextPage) return null
  return (
    <div className="mt-4 flex justify-center">
      <Button variant="secondary" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {m.kit_load_more()}
      </Button>
    </div>
  )
}
