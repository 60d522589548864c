import { AlarmClock } from 'lucide-react'
import { ColumnPrice } from '../../catalogue/ui/price-rates.tsx'
import { m } from '../../../paraglide/messages.js'
import { CustomerLink } from '../../../client/list/CustomerLink.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { classes } from '../../../kit/classes.ts'
import type { Column, NameColumn } from '../../../kit/data-list/column.ts'
import { Age, useNow } from '../../../kit/dates.tsx'
import { splitOrderName } from '../../../shared/order-name.ts'
import { itemTitle } from '../../orders/ui/order-parts.tsx'
import { OpenBy } from '../../presence/ui/Presence.tsx'
import { productNames } from '../../products/products.data.ts'
import type { InboxSort } from '../inbox.contract.ts'
import { entityOf, type InboxState } from '../kinds.data.ts'
import type { InboxRowItem } from './inbox.api.ts'
import { kindTexts, stateTexts } from './kind-texts.ts'
import { holderText } from './TakeButton.tsx'

export const inboxName: NameColumn<InboxRowItem, InboxSort> = {
  header: m.common_name(),
  sort: 'name',
  text: titleOf,
  icon: ({ kind }) => ({ icon: kindTexts[kind].icon, text: kindTexts[kind].one() }),
  isCopied: hasName,
  detail: ({ kind, itemId }, isOpen) => (isOpen ? null : <OpenBy entity={entityOf[kind]} id={itemId} />),
}

/** What is to be done, for whom, what it is, and how long it has waited. */
export const inboxColumns: Column<InboxRowItem, InboxSort>[] = [
  {
    id: 'state',
    header: m.common_status(),
    sort: 'state',
    width: 'w-52',
    isPlain: true,
    cell: ({ state, check_first }) => (
      <span className="inline-flex items-center gap-2">
        <StateBadge state={state} />
        {check_first ? (
          <span className="text-sm font-semibold text-pending">{m.review_to_check()}</span>
        ) : null}
      </span>
    ),
  },
  {
    id: 'customer',
    header: m.common_customer(),
    sort: 'customer',
    width: 'w-40',
    isPlain: true,
    cell: ({ customer: { id, name, email } }) =>
      name || email ? <CustomerLink customer={{ id, full_name: name, email }} /> : '—',
  },
  {
    id: 'holder',
    header: m.audit_field_taken_by(),
    width: 'w-32',
    isPlain: true,
    from: 'xl',
    has: ({ holder }) => holder,
    cell: ({ holder }) => holder && holderText(holder),
  },
  {
    id: 'amount',
    header: m.common_amount(),
    sort: 'amount',
    align: 'right',
    width: 'w-36',
    from: 'lg',
    has: ({ amount, currency }) => amount !== null && currency !== null,
    cell: (item) => {
      const signed = signedAmount(item)
      return signed && <ColumnPrice {...signed} months={item.months} />
    },
  },
  {
    id: 'since',
    header: m.common_since(),
    sort: 'since',
    width: 'w-34',
    cell: ({ since, late_at }) => <Clock since={since} lateAt={late_at} />,
  },
]

/** What is to come in, or less than zero for what is to be paid back. */
export const signedAmount = ({ kind, amount, currency }: InboxRowItem) =>
  amount === null || currency === null ? null : { amount: kind === 'refund' ? -amount : amount, currency }

/** What an admin has to do with an item. */
export function StateBadge({ state }: { state: InboxState }) {
  const { text, ...look } = stateTexts[state]
  return <Badge {...look}>{text()}</Badge>
}

/** How long an item waits, marked once that is longer than promised. */
function Clock({ since, lateAt }: { since: string; lateAt: string | null }) {
  const isLate = useNow() > Date.parse(lateAt ?? '')
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 align-top text-sm',
        isLate ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      {isLate ? <AlarmClock aria-hidden className="size-4 shrink-0" /> : null}
      <Age at={since} />
      {isLate ? <span className="sr-only">{m.inbox_late()}</span> : null}
    </span>
  )
}

/** Whether the title is the name of one domain, address or plan. */
function hasName(item: InboxRowItem) {
  const { kind, title } = item
  const isOne = kind === 'renewal' || kind === 'details' || productNames.some((name) => name === kind)
  return title !== '' && isOne && titleOf(item) === title
}

export function titleOf({ kind, title }: InboxRowItem): string {
  // A plan with its website has a dot between them.
  if (kind === 'hosting' && !title.includes(' · ')) return m.inbox_no_website({ plan: title })
  if (kind !== 'order' && kind !== 'refund') return title || kindTexts[kind].one()
  const { first, more } = splitOrderName(title)
  return more ? m.orders_and_more({ name: itemTitle(first), count: more }) : itemTitle(first)
}
