import { Check, CheckCheck } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import type { Side } from '../chat.contract.ts'
import type { Line } from './chat.api.ts'
import { classes } from '../../../kit/classes.ts'
import { Spinner } from '../../../kit/Button.tsx'
import type { Unsent } from './outbox.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Moment, useMomentFormat } from '../../../kit/dates.tsx'
import { dayStyle } from '../../../shared/dates.ts'

interface LinesProps {
  /** Oldest first. */
  lines: readonly Line[]
  side: Side
  /** The number of the first line of the other side that was new when the conversation was opened. */
  firstNew: number | undefined
  /** How many of the reader's own lines the other side has seen. */
  seen: number
  /** The customer's name. The shop's lines have the names of their authors. */
  customer: string
}

/** The lines of a conversation with their days, and a mark above the first new line. */
export function Lines({ lines, side, firstNew, seen, customer }: LinesProps) {
  const { business } = usePageData()
  const clock = useClock(side)
  const lastOwn = lines.findLast((line) => line.from === side)?.id
  const nameOf = ({ from, author_name }: Line) =>
    from === side && side === 'customer'
      ? m.chat_you()
      : from === 'customer'
        ? customer
        : (author_name ?? business.name)
  return lines.map((line, index) => {
    const above = lines[index - 1]
    const newDay = !above || clock.day(above.created_at) !== clock.day(line.created_at)
    const isNew = line.from !== side && line.number === firstNew
    const sameWriter =
      above?.from === line.from && above.author_name === line.author_name && !newDay && !isNew
    return (
      <Fragment key={line.id}>
        {newDay ? <Divider>{clock.dayLabel(line.created_at)}</Divider> : null}
        {isNew ? <Divider strong>{m.common_new()}</Divider> : null}
        <Bubble
          id={line.id}
          own={line.from === side}
          name={sameWriter ? undefined : nameOf(line)}
          isNameHidden={side === 'customer' && line.from === side}
          body={line.body}
        >
          <Moment at={line.created_at} zone={clock.zone}>
            {clock.time(line.created_at)}
          </Moment>
          {line.id === lastOwn ? <DeliveryStatus seen={line.number <= seen} /> : null}
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

/** The state of the last own line: sent, or seen by the other side. */
function DeliveryStatus({ seen }: { seen: boolean }) {
  const Icon = seen ? CheckCheck : Check
  return (
    <span className="inline-flex items-center gap-1">
      <Icon aria-hidden className="size-3.5" />
      {seen ? m.chat_seen() : m.chat_sent()}
    </span>
  )
}

interface BubbleProps {
  id: string
  own: boolean
  /** The author, if it is not the same as above. */
  name?: string | undefined
  /** Shows the author to screen readers only. */
  isNameHidden?: boolean
  body: string
  /** Below the text: time and delivery state. */
  children: ReactNode
  failed?: boolean
}

/** One line of a conversation: the reader's own at the right, the other side's at the left. */
function Bubble({ id, own, name, isNameHidden = false, body, children, failed = false }: BubbleProps) {
  return (
    <li
      data-line={id}
      className={classes('flex flex-col gap-1', own ? 'items-end' : 'items-start', name && 'mt-3')}
    >
      {name ? <span className={isNameHidden ? 'sr-only' : 'px-1 text-sm font-semibold'}>{name}</span> : null}
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

/** The exact text of a line, with web addresses as links. It is never parsed as markup. */
function LineText({ body }: { body: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere">
      {splitLinks(body).map(({ text, href }, index) =>
        href ? (
          <a
            // oxlint-disable-next-line react/no-array-index-key -- the segments of a line never move
            key={index}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="underline underline-offset-2"
          >
            {text}
            <span className="sr-only"> {m.chat_new_tab()}</span>
          </a>
        ) : (
          text
        ),
      )}
    </p>
  )
}

/** An http or https address in a text. */
const urlPattern = /https?:\/\/[^\s<>"'`/?#][^\s<>"'`]*/gi

/** Characters after an address that belong to the sentence or to a bracket around it. */
const trailingMarks = /[.,;:!?)\]}»”’*_]+$/

/** A part of a line: text, or a link. */
type Segment = { text: string; href?: string }

/**
 * Splits a line into text and links. Only http and https addresses become links, so that no link runs code. The
 * segments joined are exactly the line.
 */
export function splitLinks(body: string): Segment[] {
  const segments: Segment[] = []
  let from = 0
  for (const { 0: found, index } of body.matchAll(urlPattern)) {
    const text = found.replace(trailingMarks, '')
    if (!/\/\/[^/?#]/.test(text)) continue
    if (index > from) segments.push({ text: body.slice(from, index) })
    segments.push({ text, href: text })
    from = index + text.length
  }
  if (from < body.length) segments.push({ text: body.slice(from) })
  return segments
}

interface UnsentLineProps {
  line: Unsent
  onRetry: () => void
  onDiscard: () => void
}

/** A line that is being sent. One that failed says why, still shows its text, and can be sent again. */
export function UnsentLine({ line, onRetry, onDiscard }: UnsentLineProps) {
  const { failure } = line
  return (
    <Bubble id={line.client_id} own body={line.body} failed={failure !== undefined}>
      {failure === undefined ? (
        <>
          <Spinner />
          {m.chat_sending()}
        </>
      ) : (
        <>
          <span role="alert" className="text-danger">
            {failure}
          </span>
          <button type="button" onClick={onRetry} className={actionClasses}>
            {m.kit_try_again()}
          </button>
          <button type="button" onClick={onDiscard} className={actionClasses}>
            {m.chat_discard()}
          </button>
        </>
      )}
    </Bubble>
  )
}

const actionClasses =
  'inline-flex min-h-6 items-center coarse:min-h-11 font-semibold text-primary underline underline-offset-2'

/** The placeholder while lines load. */
export function LinesSkeleton() {
  return (
    <div className="flex flex-col gap-3 py-4">
      <Skeleton className="h-10 w-3/5" />
      <Skeleton className="h-10 w-2/5 self-end" />
      <Skeleton className="h-16 w-3/5" />
      <Skeleton className="h-10 w-1/2 self-end" />
    </div>
  )
}

/** The clock of a conversation: that of the shop for its admins, the reader's own for a customer. */
function useClock(side: Side) {
  const { timeZone } = usePageData()
  const format = useMomentFormat()
  const zone = side === 'shop' ? timeZone : undefined
  const day = (at: string) => format(at, { ...dayStyle, timeZone: zone })
  /** The name of a day: today, yesterday, or its date, with the year if it is not the current one. */
  const dayLabel = (at: string) => {
    const now = Date.now()
    const yearOf = (time: string) => format(time, { year: 'numeric', timeZone: zone })
    if (day(at) === day(new Date(now).toISOString())) return m.chat_today()
    if (day(at) === day(new Date(now - 86_400_000).toISOString())) return m.chat_yesterday()
    return format(at, {
      weekday: 'long',
      day: 'numeric',
      month: 'short',
      timeZone: zone,
      ...(yearOf(at) !== yearOf(new Date(now).toISOString()) && { year: 'numeric' }),
    })
  }
  const time = (at: string) => format(at, { hour: '2-digit', minute: '2-digit', timeZone: zone })
  return { zone, day, dayLabel, time }
}
