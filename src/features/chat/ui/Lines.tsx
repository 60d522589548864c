import { Check, CheckCheck } from 'lucide-react'
import { Fragment } from 'react'
import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import type { Side } from '../line.ts'
import { Bubble } from './Bubble.tsx'
import { dayKey, dayWords, timeOf } from './moments.ts'
import type { Line } from './wire.ts'

interface LinesProps {
  /** Oldest first. */
  lines: readonly Line[]
  side: Side
  /** The number of the first line of the other side that was new when the conversation was opened. */
  firstNew: number | undefined
  /** How many of the own lines the other side has seen. */
  seen: number
  /** What the customer is called; the shop's lines carry the name of whoever wrote them. */
  customer: string
}

/** The lines of a conversation, with their days, and a mark above what was new. */
export function Lines({ lines, side, firstNew, seen, customer }: LinesProps) {
  const { locale, business } = usePageData()
  const lastOwn = lines.findLast((line) => line.from === side)?.id
  const nameOf = ({ from, author_name }: Line) =>
    from === side && side === 'customer'
      ? m.chat_you()
      : from === 'customer'
        ? customer
        : (author_name ?? business.name)
  return lines.map((line, index) => {
    const above = lines[index - 1]
    const newDay = !above || dayKey(above.created_at) !== dayKey(line.created_at)
    const isNew = line.from !== side && line.number === firstNew
    const sameWriter =
      above?.from === line.from && above.author_name === line.author_name && !newDay && !isNew
    return (
      <Fragment key={line.id}>
        {newDay ? <Divider>{dayWords(line.created_at, locale)}</Divider> : null}
        {isNew ? <Divider strong>{m.chat_new_lines()}</Divider> : null}
        <Bubble
          id={line.id}
          own={line.from === side}
          name={sameWriter ? undefined : nameOf(line)}
          namedForReaders={side === 'customer' && line.from === side}
          body={line.body}
        >
          <time dateTime={line.created_at}>{timeOf(line.created_at, locale)}</time>
          {line.id === lastOwn ? <Got seen={line.number <= seen} /> : null}
        </Bubble>
      </Fragment>
    )
  })
}

function Divider({ children, strong = false }: { children: string; strong?: boolean }) {
  return (
    <li
      data-divider={strong || undefined}
      className="flex items-center gap-3 py-3 text-sm font-semibold text-muted data-divider:text-accent"
    >
      <span aria-hidden className="h-px flex-1 bg-line" />
      {children}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </li>
  )
}

/** How far the last own line got: with the shop, or before somebody's eyes. */
function Got({ seen }: { seen: boolean }) {
  const Icon = seen ? CheckCheck : Check
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden className="size-3.5" />
      {seen ? m.chat_seen() : m.chat_sent()}
    </span>
  )
}
