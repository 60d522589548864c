import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { DataTable, type Column } from '../../../kit/list/DataTable.tsx'
import { products } from '../../product-screens/ui/products.ts'
import type { Insights } from './use-insights.ts'

type Row = Insights['expiries'][number]

/** What customers hold and will have to renew, by when it expires. */
export function Expiries({ expiries }: { expiries: Insights['expiries'] }) {
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
