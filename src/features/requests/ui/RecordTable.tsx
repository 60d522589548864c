import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { CalendarX, PauseCircle } from 'lucide-react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { IfMay, useStaffMay } from '../../../client/session/staff.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { TableList } from '../../../kit/list/TableList.tsx'
import { useScrollToRow } from '../../../kit/page/scroll-to-hash.ts'
import { recordPage } from '../../products/product-definition.ts'
import type { ProductRecord } from './requests.api.ts'
import { FormattedDate, useNow } from '../../../kit/dates.tsx'
import { loadedRows, pagingOptions } from '../../../kit/list/paging.ts'
import { SUSPENDED } from '../renewal.ts'
import type { Product } from './product.ts'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { Button } from '../../../kit/Button.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'

/** The refetch interval while an expired record has no `renewal` yet. */
const DUE_MS = 5_000
const isDue = ({ renewal, expires_at }: ProductRecord, now: number) =>
  renewal === null && expires_at !== null && Date.parse(expires_at) <= now

/** The query of a customer's records of a product, newest first. */
export function useRecords({ calls }: Product) {
  const now = useNow()
  return useInfiniteQuery({
    ...calls.records.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
    }),
    // A record becomes renewable by time alone, without a live event.
    refetchInterval: ({ state }) => (loadedRows(state.data)?.some((row) => isDue(row, now)) ? DUE_MS : false),
  })
}

/** A customer's records of a product, newest first, with what can be done about their expiry. */
export function RecordTable({ product }: { product: Product }) {
  const { texts } = product.record
  const heading = useId()
  const query = useRecords(product)
  const holdings = loadedRows(query.data)
  const arrivalOf = useScrollToRow('record', { ...query, rows: holdings })
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="mb-4 text-xl font-bold">
        {texts.mine()}
      </h2>
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

const columnsOf = (
  product: Product,
  arrivalOf: ReturnType<typeof useScrollToRow>,
): Column<ProductRecord>[] => [
  {
    id: 'name',
    header: product.record.texts.name(),
    heading: true,
    cell: (row) => <Name product={product} row={row} />,
  },
  { id: 'status', header: m.common_status(), cell: (row) => <RecordStatus record={row} /> },
  {
    id: 'since',
    header: product.record.texts.since(),
    cell: (row) => <FormattedDate at={product.record.sinceOf(row)} />,
  },
  {
    id: 'expires',
    header: m.requests_expires(),
    cell: (row) => (row.expires_at ? <FormattedDate at={row.expires_at} /> : '—'),
  },
  {
    id: 'actions',
    header: m.requests_actions(),
    cell: (row) => (
      <div ref={arrivalOf(row.id)} className="flex flex-wrap items-center gap-x-2 rounded-control">
        <Renewal product={product} record={row} />
        <IfMay needs="services.write">
          <Act product={product} row={row} />
        </IfMay>
      </div>
    ),
  },
]

/** The product's own control for a record. Only an admin who works for the customer has one. */
function Act({ product: { record }, row }: { product: Product; row: ProductRecord }) {
  const { act: Own } = record
  return Own ? <Own record={row} name={record.nameOf(row)} /> : null
}

function Name({ product, row }: { product: Product; row: ProductRecord }) {
  const { record } = product
  const detail = record.detailOf?.(row)
  const name = record.nameOf(row)
  const page = record.act ? undefined : recordPage(product, { id: row.id, name })
  return (
    <>
      {page ? (
        <Link to={page} className="text-primary underline underline-offset-4">
          {name}
        </Link>
      ) : record.act ? (
        <Copyable text={name} />
      ) : (
        name
      )}
      {detail ? <span className="block text-sm font-normal text-muted">{detail}</span> : null}
    </>
  )
}

/** The renewal of a record: the button that renews it immediately or requests an offer, or a text. */
export function Renewal({ product, record }: { product: Product; record: ProductRecord }) {
  const may = useStaffMay('customers.write')
  const { texts } = product.record
  const renew = useAct({
    send: () => product.calls.renew.call({ id: record.id }),
    done: ({ request }) => (request ? m.requests_renewal_sent() : texts.renewed()),
    failure(error) {
      const isEarly = refusalCode(error) === 'NOT_RENEWABLE'
      return `${texts.renewFailed()} ${isEarly ? m.requests_not_renewable() : failureReason(error, product)}`
    },
    stale: [product.calls.records.key(), product.calls.list.key()],
  })
  if (record.renewal === null && record.status === SUSPENDED)
    return product.record.act ? (
      '—'
    ) : (
      <Link to="/dashboard/payments" className="inline-flex min-h-6 items-center underline">
        {m.payments_pay()}
      </Link>
    )
  if (record.renewal === null) return m.common_active()
  if (record.renewal === 'requested') return m.common_renewal_requested()
  if (!may) return '—'
  return (
    <>
      <Button
        size="small"
        // The negative margin aligns the button's label with the text of the row.
        className="sm:-my-1.5"
        busy={renew.isPending}
        aria-label={m.requests_renew_name({ act: texts.renew(), name: product.record.nameOf(record) })}
        onClick={() => renew.mutate()}
      >
        {texts.renew()}
      </Button>
      {record.renewal === 'request' ? (
        <span className="mt-1 block text-sm text-muted">{m.requests_renewal_offer_first()}</span>
      ) : null}
    </>
  )
}

/** Whether the record is active now, suspended, or has expired. */
export function RecordStatus({ record }: { record: ProductRecord }) {
  const now = useNow()
  if (record.status === SUSPENDED)
    return (
      <Badge tone="rejected" icon={PauseCircle}>
        {m.common_suspended()}
      </Badge>
    )
  // The expiry decides, because the stored status may still be `active`.
  if (record.expires_at !== null && Date.parse(record.expires_at) <= now)
    return (
      <Badge tone="rejected" icon={CalendarX}>
        {m.common_expired()}
      </Badge>
    )
  return <Badge tone="available">{record.status === 'active' ? m.common_active() : record.status}</Badge>
}
