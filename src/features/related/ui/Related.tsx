import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { downloadFile } from '../../../client/download.ts'
import { MomentDay } from '../../../kit/dates.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName } from '../../products/products.ts'
import type { RelatedKind } from '../kinds.data.ts'
import { relatedApi, type RelatedItem as Item } from './related.api.ts'

const labels: Record<RelatedKind, () => string> = {
  request: m.audit_entity_request,
  order: m.common_order,
  service: m.services_one,
  payment: m.common_payment,
  claim: m.payments_type_claim,
  invoice: m.audit_entity_invoice,
}

/** The admins' screen of something. An invoice is a file. */
const screens: Record<Exclude<RelatedKind, 'invoice'>, (item: Item) => string> = {
  request: ({ product, id }) => `${productFacts[product as ProductName].screens.admin}?id=${id}`,
  order: ({ id }) => `/admin/orders?id=${id}`,
  service: ({ id }) => `/admin/services/${id}`,
  payment: ({ id }) => `/admin/payments?id=${id}`,
  claim: ({ id }) => `/admin/payments?id=${id}`,
}

/** What belongs to a request, an order, a service or a payment, in the order in which it happened, as links. */
export function Related({ kind, id }: { kind: RelatedKind; id: string }) {
  const heading = useId()
  const { data } = useQuery(relatedApi.list.queryOptions({ input: { kind, id } }))
  if (!data?.items.length) return null
  return (
    <section aria-labelledby={heading} className="text-sm">
      <p id={heading} className="text-muted">
        {m.related_title()}
      </p>
      <ul>
        {data.items.map((item) => (
          <li key={`${item.kind} ${item.id}`} className="flex items-baseline gap-x-2">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {labels[item.kind]()} <Name item={item} />
            </span>
            {item.amount !== null && item.currency ? (
              <span className="whitespace-nowrap tabular-nums">
                {formatDecimal(item.amount, item.currency)}
              </span>
            ) : null}
            <span className="whitespace-nowrap text-muted">
              <MomentDay at={item.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const linkClasses =
  'inline-block min-h-6 text-left font-semibold underline decoration-line underline-offset-4'

function Name({ item }: { item: Item }) {
  const { kind, id, title } = item
  const name = title || '…'
  if (kind !== 'invoice')
    return (
      <Link to={screens[kind](item)} className={linkClasses}>
        {name}
      </Link>
    )
  return (
    <button
      type="button"
      className={linkClasses}
      onClick={() =>
        void downloadFile(`/api/admin/invoices/${id}/pdf`, `${name}.pdf`).catch(() =>
          toast.error(m.audit_export_failed()),
        )
      }
    >
      {name}
    </button>
  )
}
