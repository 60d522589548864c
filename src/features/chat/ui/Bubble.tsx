import type { ReactNode } from 'react'
import { classes } from '../../../kit/classes.ts'
import { LineText } from './LineText.tsx'

interface BubbleProps {
  id: string
  own: boolean
  /** Whose line it is, where it is not the same as above. */
  name?: string | undefined
  /** Where everybody can see whose it is, only screen readers are told. */
  namedForReaders?: boolean
  body: string
  /** Below the text: time, and how far it got. */
  children: ReactNode
  failed?: boolean
}

/** One line of a conversation: the reader's own at the right, the other side's at the left. */
export function Bubble({
  id,
  own,
  name,
  namedForReaders = false,
  body,
  children,
  failed = false,
}: BubbleProps) {
  return (
    <li
      data-line={id}
      className={classes('flex flex-col gap-1', own ? 'items-end' : 'items-start', name && 'mt-3')}
    >
      {name ? (
        <span className={namedForReaders ? 'sr-only' : 'px-1 text-sm font-semibold'}>{name}</span>
      ) : null}
      <div
        className={classes(
          'max-w-[min(100%,34rem)] min-w-0 rounded-card px-3.5 py-2 sm:max-w-[min(85%,34rem)]',
          own ? 'rounded-br-[4px]' : 'rounded-bl-[4px]',
          failed
            ? 'border border-danger bg-rejected-ground text-rejected'
            : own
              ? 'bg-primary text-on-primary'
              : 'border border-line bg-card',
        )}
      >
        <LineText body={body} />
      </div>
      <span className="flex flex-wrap items-center gap-x-1.5 px-1 text-sm text-muted">{children}</span>
    </li>
  )
}
