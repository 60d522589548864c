import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { CalendarX, PauseCircle } from 'lucide-react'
import { Link } from 'react-router'
import { forTerm, TermPrice } from '../../catalogue/ui/price-terms.tsx'
import { m } from '../../../paraglide/messages.js'
import { IfMay, useStaffMay } from '../../../client/session/staff.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { TableList } from '../../../kit/list/TableList.tsx'
import { useScrollToRow } from '../../../kit/page/scroll-to-hash.ts'
import { servicePage } from '../../products/product-definition.ts'
import type { ProductService } from './requests.api.ts'
import { FormattedDate, useNow } from '../../../kit/dates.tsx'
import { loadedRows, pagingOptions } from '../../../kit/list/paging.ts'
import { RENEWAL_DAYS, SUSPENDED } from '../renewal.ts'
import type { Product } from './product.ts'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { Button } from '../../../kit/Button.tsx'
import { formatDecimal, moneyFromDecimal } from '../../../shared/money/money.ts'
import { Badge } from '../../../kit/Badge.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'

/** The refetch interval while an expired service has no `renewal` yet. */
const DUE_MS = 5_000
const isDue = ({ renewal, expires_at }: ProductService, now: number) =>
  renewal === null && expires_at !== null && Date.parse(expires_at) <= now

/** The query of a customer's services of a product, newest first. */
export function useServices({ calls }: Product) {
  const now = useNow()
  return useInfiniteQuery({
    ...calls.services.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
    }),
    // A service becomes renewable by time alone, without a live event.
    refetchInterval: ({ state }) => (loadedRows(state.data)?.some((row) => isDue(row, now)) ? DUE_MS : false),
  })
}

/** A customer's services of a product, newest first, with what can be done about their expiry. */
export function ServiceTable({ product }: { product: Product }) {
  const { texts } = product.service
  const heading = useId()
  const query = useServices(product)
  const holdings = loadedRows(query.data)
  const arrivalOf = useScrollToRow('service', { ...query, rows: holdings })
  return (
    <section aria-labelledby={heading}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-xl font-bold">
          {texts.mine()}
        </h2>
        {product.service.act ? null : <RenewSeveral services={holdings ?? []} />}
      </div>
      <TableList
        label={texts.mine()}
        query={query}
        columns={columnsOf(product, arrivalOf)}
        failed={texts.listFailed()}
        reasonOf={(error) => failureReason(error, product)}
        empty={
          <EmptyState icon={product.icon} title={texts.none()}>
            {texts.noneYet()}
          </EmptyState>
        }
      />
    </section>
  )
}

/** The way to renew several services with one payment. Nothing where there are not two. */
function RenewSeveral({ services }: { services: ProductService[] }) {
  const now = useNow()
  const soon = services.filter(
    ({ expires_at }) => expires_at !== null && Date.parse(expires_at) <= now + RENEWAL_DAYS * 86_400_000,
  )
  return soon.length > 1 ? (
    <Link to="/dashboard/renew" className="underline underline-offset-4">
      {m.renewals_several()}
    </Link>
  ) : null
}

const columnsOf = (
  product: Product,
  arrivalOf: ReturnType<typeof useScrollToRow>,
): Column<ProductService>[] => [
  {
    id: 'name',
    header: product.service.texts.name(),
    heading: true,
    cell: (row) => <Name product={product} row={row} />,
  },
  {
    id: 'status',
    header: m.common_status(),
    className: 'sm:whitespace-nowrap',
    cell: (row) => <ServiceStatus service={row} />,
  },
  {
    id: 'since',
    header: product.service.texts.since(),
    cell: (row) => <FormattedDate at={product.service.sinceOf(row)} />,
  },
  {
    id: 'expires',
    header: m.requests_expires(),
    cell: (row) => (row.expires_at ? <FormattedDate at={row.expires_at} /> : '—'),
  },
  {
    id: 'actions',
    header: m.requests_actions(),
    className: 'xl:w-76',
    // The status says already that it is active.
    has: ({ renewal, status }) =>
      renewal !== null || status === SUSPENDED || product.service.act !== undefined,
    cell: (row) => (
      <div ref={arrivalOf(row.id)} className="flex flex-wrap items-center gap-x-2 rounded-control">
        <Renewal product={product} service={row} />
        <IfMay needs="services.write">
          <Act product={product} row={row} />
        </IfMay>
      </div>
    ),
  },
]

/** The product's own control for a service. Only an admin who works for the customer has one. */
function Act({ product: { service }, row }: { product: Product; row: ProductService }) {
  const { act: Own } = service
  return Own ? <Own service={row} name={service.nameOf(row)} /> : null
}

function Name({ product, row }: { product: Product; row: ProductService }) {
  const { service } = product
  const detail = service.detailOf?.(row)
  const name = service.nameOf(row)
  const title = product.titleOf?.(name) ?? name
  const page = service.act ? undefined : servicePage(product, { id: row.id, name })
  return (
    <>
      {page ? (
        <Link to={page} className="text-primary underline underline-offset-4">
          {title}
        </Link>
      ) : service.act ? (
        <Copyable text={name} />
      ) : (
        title
      )}
      {detail ? <span className="block text-sm font-normal text-muted">{detail}</span> : null}
    </>
  )
}

/** The renewal of a service: the button that renews it immediately or requests an offer, or a text. */
export function Renewal({ product, service }: { product: Product; service: ProductService }) {
  const may = useStaffMay('customers.write')
  const { texts } = product.service
  const renew = useAct({
    send: () => product.calls.renew.call({ id: service.id }),
    done: ({ request }) => (request ? m.requests_renewal_sent() : texts.renewed()),
    failure(error) {
      const isEarly = refusalCode(error) === 'NOT_RENEWABLE'
      return `${texts.renewFailed()} ${isEarly ? m.requests_not_renewable() : failureReason(error, product)}`
    },
    stale: [product.calls.services.key(), product.calls.list.key()],
  })
  if (service.renewal === null && service.status === SUSPENDED)
    return product.service.act ? (
      '—'
    ) : (
      <Link to="/dashboard/payments" className="inline-flex min-h-6 items-center underline">
        {m.payments_pay()}
      </Link>
    )
  if (service.renewal === null) return m.common_active()
  if (service.renewal === 'requested') return m.common_renewal_requested()
  if (!may) return '—'
  return (
    <>
      <Button
        size="small"
        // The negative margin aligns the label of a button alone with the text of the row.
        className={service.next_period ? 'mb-0.5' : 'sm:-my-1.5'}
        busy={renew.isPending}
        aria-label={m.requests_renew_name({ act: texts.renew(), name: product.service.nameOf(service) })}
        onClick={() => renew.mutate()}
      >
        {texts.renew()}
      </Button>
      {service.next_period ? (
        <NextPeriod
          period={service.next_period}
          months={product.service.monthsOf(service)}
          isDue={service.renewal === 'now'}
        />
      ) : null}
      {service.renewal === 'request' ? (
        <span className="mt-1 block text-sm text-muted">{m.requests_renewal_offer_first()}</span>
      ) : null}
    </>
  )
}

interface NextPeriodProps {
  period: NonNullable<ProductService['next_period']>
  months: number | null
  /** Whether the price is owed with the press of the button. */
  isDue: boolean
}

/** What a renewal brings and costs, before it happens. */
const NextPeriod = ({ period: { expires_at, price, restore, currency }, months, isDue }: NextPeriodProps) => (
  <span className="mt-1 block text-sm text-muted">
    {m.requests_renewal_until()} <FormattedDate at={expires_at} />
    <span className="block">
      {price === null ? (
        m.pricing_on_request()
      ) : isDue ? (
        m.requests_renewal_due({ price: `${formatDecimal(price, currency)} ${forTerm(months)}` })
      ) : (
        <TermPrice price={moneyFromDecimal(price, currency)} term={forTerm(months)} />
      )}
    </span>
    {restore === null ? null : (
      <span className="block">{m.renewals_restore({ price: formatDecimal(restore, currency) })}</span>
    )}
  </span>
)

/** Whether the service is active now, suspended, or has expired. */
export function ServiceStatus({ service }: { service: ProductService }) {
  const now = useNow()
  if (service.status === SUSPENDED)
    return (
      <Badge tone="rejected" icon={PauseCircle}>
        {m.common_suspended()}
      </Badge>
    )
  // The expiry decides, because the stored status may still be `active`.
  if (service.expires_at !== null && Date.parse(service.expires_at) <= now)
    return (
      <Badge tone="rejected" icon={CalendarX}>
        {m.common_expired()}
      </Badge>
    )
  return <Badge tone="available">{service.status === 'active' ? m.common_active() : service.status}</Badge>
}
