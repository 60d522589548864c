import { m } from '../../../../paraglide/messages.js'
import { Card } from '../../../../kit/Card.tsx'
import { productFacts, productNames } from '../../../products/products.data.ts'
import type { ProductName } from '../../../products/products.ts'
import { stages, type Stage } from '../../../products/life-cycle.ts'
import { products } from '../../../product-screens/ui/products.ts'
import { type FigureColumn, FigureTable } from './FigureTable.tsx'
import type { Insights } from '../insights.api.ts'

type Row = { kind: ProductName; total: number } & Record<Stage, number>

const stageLabels: Record<Stage, () => string> = {
  asked: m.requests_status_pending,
  offered: m.insights_offered,
  suggested: m.requests_status_suggested,
  rejected: m.requests_status_rejected,
  active: m.common_active,
}

const colours: Record<Stage, string> = {
  asked: 'bg-pending',
  offered: 'bg-available',
  suggested: 'bg-suggested',
  rejected: 'bg-rejected',
  active: 'bg-active-ground',
}

/** The number of requests in each stage by product, with a bar of their shares. */
export function RequestsByStatus({ requests }: { requests: Insights['requests'] }) {
  const rows = productNames.map((kind) => rowOf(kind, requests))
  return (
    <Card>
      <h2 className="mb-3 text-lg font-bold">{m.insights_by_status()}</h2>
      <FigureTable
        label={m.insights_by_status()}
        columns={columns()}
        rows={rows}
        keyOf={({ kind }) => kind}
      />
    </Card>
  )
}

function rowOf(kind: ProductName, requests: Insights['requests']): Row {
  const stageOf: Record<string, Stage> = productFacts[kind].stages
  const row: Row = { kind, total: 0, asked: 0, offered: 0, suggested: 0, rejected: 0, active: 0 }
  for (const { status, count } of requests.filter((one) => one.kind === kind)) {
    const stage = stageOf[status]
    if (stage) row[stage] += count
    row.total += count
  }
  return row
}

const columns = (): FigureColumn<Row>[] => [
  {
    id: 'kind',
    header: m.insights_product(),
    value: ({ kind }) => products[kind].menu.label(),
    cell: (row) => (
      <>
        {products[row.kind].menu.label()}
        <Shares row={row} />
      </>
    ),
  },
  ...stages.map((stage): FigureColumn<Row> => ({
    id: stage,
    header: stageLabels[stage](),
    value: (row) => row[stage],
    cell: (row) => (
      <span className="inline-flex items-center gap-2">
        <i aria-hidden className={`size-2.5 rounded-full ${colours[stage]}`} />
        {row[stage]}
      </span>
    ),
  })),
  {
    id: 'total',
    header: m.insights_total(),
    value: ({ total }) => total,
    cell: ({ total }) => <b>{total}</b>,
  },
]

function Shares({ row }: { row: Row }) {
  return (
    <span aria-hidden className="mt-1.5 flex h-2 w-full min-w-20 gap-px overflow-hidden rounded-full bg-well">
      {stages
        .filter((stage) => row[stage])
        .map((stage) => (
          <i key={stage} className={colours[stage]} style={{ flexGrow: row[stage] }} />
        ))}
    </span>
  )
}
