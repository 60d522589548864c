import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Months } from './Months.tsx'
import { RequestsByStatus } from './RequestsByStatus.tsx'
import { type Insights, useInsights } from './api.ts'
import { Card } from '../../../kit/Card.tsx'
import { type Column, DataTable } from '../../../kit/list/DataTable.tsx'
import { products } from '../../product-screens/ui/products.ts'

/** The shop's figures: by month, by status, and expiries. */
export function InsightsSection() {
  const { data, error, isError, isFetching, refetch } = useInsights()
  return (
    <section className="mt-10" aria-busy={!data && !isError}>
      <h2 className="mb-4 text-xl font-bold">{m.insights_heading()}</h2>
      {data ? (
        <div className="grid grid-cols-1 gap-4">
          <Months months={data.months} />
          <RequestsByStatus requests={data.requests} />
          <Expiries expiries={data.expiries} />
        </div>
      ) : isError ? (
        <ErrorState title={m.insights_failed()} busy={isFetching} onRetry={() => void refetch()}>
          {outageMessage(error)}
        </ErrorState>
      ) : (
        <div className="grid gap-4 xl:grid-cols-2">
          <Skeleton className="h-80 w-full" />
          <Skeleton className="h-80 w-full" />
          <span className="sr-only">{m.kit_loading()}</span>
        </div>
      )}
    </section>
  )
}

type Row = Insights['expiries'][number]

/** The number of records by the time of their expiry. */
function Expiries({ expiries }: { expiries: Insights['expiries'] }) {
  return (
    <Card>
      <h3 className="mb-3 text-lg font-bold">{m.insights_expiries()}</h3>
      <DataTable
        label={m.insights_expiries()}
        columns={columns()}
        rows={expiries}
        keyOf={({ kind }) => kind}
        empty={null}
      />
    </Card>
  )
}

const columns = (): Column<Row>[] => [
  {
    id: 'kind',
    header: m.insights_product(),
    heading: true,
    cell: ({ kind }) => products[kind].menu.label(),
  },
  { id: 'expired', header: m.insights_expired(), align: 'right', cell: ({ expired }) => expired },
  { id: 'in_30', header: m.insights_within({ days: 30 }), align: 'right', cell: ({ in_30 }) => in_30 },
  {
    id: 'in_60',
    header: m.insights_between({ from: 31, to: 60 }),
    align: 'right',
    cell: ({ in_60 }) => in_60,
  },
  {
    id: 'in_90',
    header: m.insights_between({ from: 61, to: 90 }),
    align: 'right',
    cell: ({ in_90 }) => in_90,
  },
]
