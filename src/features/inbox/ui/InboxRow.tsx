import { AlarmClock } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { classes } from '../../../kit/classes.ts'
import { RelativeTime, useNow } from '../../../kit/dates.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import { splitOrderName } from '../../../shared/order-name.ts'
import { itemTitle } from '../../orders/ui/order-parts.tsx'
import { productNames } from '../../products/products.data.ts'
import { type QueuePlace, QueueRow } from '../../requests/ui/review/QueueRow.tsx'
import { areaOf, entityOf } from '../kinds.data.ts'
import type { InboxRowItem } from './inbox.api.ts'
import { kindTexts, stateTexts } from './kind-texts.ts'
import { holderText, TakeButton } from './TakeButton.tsx'

const ItemForm = loadedLater(async () => (await import('./ItemForm.tsx')).ItemForm)

interface InboxRowProps {
  item: InboxRowItem
  place: QueuePlace
  /** Called once the row is open, because the address asks for it. */
  onAsked: (() => void) | undefined
}

/** One item: what it is, whose, what is to be done, and how long it has waited. */
export function InboxRow({ item, place, onAsked }: InboxRowProps) {
  const opening = useRef(place)
  useEffect(() => {
    if (!onAsked) return
    opening.current.onOpen()
    onAsked()
  }, [onAsked])
  const { icon: Icon, one } = kindTexts[item.kind]
  const { text, tone } = stateTexts[item.state]
  const title = titleOf(item)
  const amount =
    item.amount === null || item.currency === null ? null : formatDecimal(item.amount, item.currency)
  return (
    <QueueRow
      id={item.itemId}
      name={title}
      opened={{ entity: entityOf[item.kind], id: item.itemId }}
      place={place}
      copies={hasName(item) ? item.title : undefined}
      status={<Badge tone={tone}>{text()}</Badge>}
      customer={<span title={item.customer.email ?? ''}>{item.customer.name ?? '—'}</span>}
      notes={
        <>
          <span title={one()} className="flex min-w-0 items-center gap-1.5 text-muted">
            <Icon aria-hidden className="size-4 shrink-0" />
            <span className="truncate">{one()}</span>
          </span>
          {item.holder ? (
            <span className="max-w-[60%] shrink-0 truncate font-semibold">{holderText(item.holder)}</span>
          ) : null}
        </>
      }
      amount={amount}
      since={<Clock since={item.since} lateAt={item.late_at} />}
      renderForm={({ id, onClose }) => (
        <>
          <IfMay needs={`${areaOf[item.kind]}.write`}>
            <TakeButton item={item} />
          </IfMay>
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <ItemForm id={id} item={item} title={title} onClose={onClose} onDone={place.onNext} />
          </Suspense>
        </>
      )}
    />
  )
}

/** How long an item waits, marked once that is longer than promised. */
function Clock({ since, lateAt }: { since: string; lateAt: string | null }) {
  const isLate = useNow() > Date.parse(lateAt ?? '')
  return (
    <p
      className={classes(
        'flex items-center justify-end gap-1.5',
        isLate ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      {isLate ? <AlarmClock aria-hidden className="size-4 shrink-0" /> : null}
      <RelativeTime at={since} />
      {isLate ? <span className="sr-only">{m.inbox_late()}</span> : null}
    </p>
  )
}

/** Whether the title is the name of one domain, address or plan. */
const hasName = ({ kind, title }: InboxRowItem) =>
  title !== '' && (kind === 'renewal' || productNames.some((name) => name === kind))

function titleOf({ kind, title }: InboxRowItem): string {
  if (kind !== 'order' && kind !== 'refund') return title || kindTexts[kind].one()
  const { first, more } = splitOrderName(title)
  return more ? m.orders_and_more({ name: itemTitle(first), count: more }) : itemTitle(first)
}
