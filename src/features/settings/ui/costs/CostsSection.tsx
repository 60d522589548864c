import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence, outageMessage } from '../../../../client/error-messages.ts'
import { useAct } from '../../../../client/form/act.ts'
import { classifyFailure } from '../../../../client/api.ts'
import { useMay } from '../../../../client/session/staff.tsx'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { RelativeTime, useNow } from '../../../../kit/dates.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { type Column, DataTable } from '../../../../kit/list/DataTable.tsx'
import { EmptyState, ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { formatMoney } from '../../../../shared/money/money.ts'
import { compareCosts, costRate, type CostRow } from '../../costs/costs.ts'
import type { Settings } from '../../settings.ts'
import { shownSettingsApi } from './shown-settings.api.ts'
import type { ShownSettings } from '../use-section.tsx'
import { costKey, costLabel } from './cost-labels.ts'
import { type Costs, costsApi } from './costs.api.ts'

const CostRates = loadedLater(() => import('./CostRates.tsx').then((file) => file.CostRates))
const ProposedPrices = loadedLater(() => import('./ProposedPrices.tsx').then((file) => file.ProposedPrices))

/** The prices of the shop beside what the names cost at their registrars. */
export function CostsSection() {
  const costs = useQuery(costsApi.costs.queryOptions())
  const settings = useQuery(shownSettingsApi.show.queryOptions())
  const shown = settings.data as ShownSettings | undefined
  const failed = [costs, settings].find(({ isError, data }) => isError && !data)
  return (
    <Card aria-labelledby="costs-title" className="mt-8">
      <h2 id="costs-title" className="text-lg font-bold">
        {m.costs_title()}
      </h2>
      <p className="mt-1 mb-4 max-w-text text-muted">{m.costs_about()}</p>
      {failed ? (
        <ErrorState title={m.costs_failed()} query={failed}>
          {outageMessage(failed.error)}
        </ErrorState>
      ) : costs.data && shown ? (
        <Compared costs={costs.data} shown={shown} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Card>
  )
}

function Compared({ costs, shown }: { costs: Costs; shown: ShownSettings }) {
  const may = useMay()
  const now = useNow()
  const [isProposing, setProposing] = useState(false)
  const { values } = shown
  const rows = compareCosts(costs.items, values, new Date(now))
  const below = rows.filter(({ isBelow }) => isBelow)
  const foreign = currenciesOf(rows, values)
  const isRated = foreign.every((currency) => costRate(values, currency) !== null)
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col gap-1">
        {costs.accounts
          .filter(({ is_readable }) => is_readable)
          .map((account) => (
            <Reading key={account.id} account={account} isBelow={below.length > 0} />
          ))}
      </ul>
      {foreign.length ? (
        <Suspense fallback={<Skeleton className="h-6 w-60" />}>
          <CostRates currencies={foreign} shown={shown} />
        </Suspense>
      ) : null}
      {below.length ? (
        <Notice tone="warning">{m.costs_below_some({ prices: below.map(costLabel).join(', ') })}</Notice>
      ) : null}
      <DataTable
        label={m.costs_title()}
        columns={columns(values)}
        rows={rows}
        keyOf={costKey}
        empty={<EmptyState title={m.costs_none()}>{m.costs_none_about()}</EmptyState>}
      />
      {isProposing ? (
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          <ProposedPrices rows={rows} shown={shown} onClose={() => setProposing(false)} />
        </Suspense>
      ) : rows.some(({ isSold }) => isSold) && isRated && may('settings.write') ? (
        <Button variant="secondary" className="self-start" onClick={() => setProposing(true)}>
          {m.costs_propose()}
        </Button>
      ) : null}
    </div>
  )
}

const currenciesOf = (rows: readonly CostRow[], { 'shop.currency': shop }: Settings) => [
  ...new Set(rows.map(({ cost }) => cost.currency).filter((currency) => currency !== shop)),
]

/** When the prices of an account were read, and why they could not be. */
function Reading({ account, isBelow }: { account: Costs['accounts'][number]; isBelow: boolean }) {
  const { id, name, prices_at, failure, below_cost_since } = account
  const may = useMay()
  const stale = [costsApi.costs.key()]
  const read = useAct({
    send: () => costsApi.readPrices.call({ id }),
    done: ({ endings }) => m.costs_read({ count: endings }),
    failure: readFailure,
    stale,
  })
  const keep = useAct({
    send: () => costsApi.keepPrices.call({ id }),
    failure: errorSentence(m.costs_keep_failed),
    stale,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <span>
        <b className="font-semibold">{name}</b>{' '}
        <span className="text-sm text-muted">
          {prices_at ? (
            <>
              {m.costs_read_at()} <RelativeTime at={prices_at} />
            </>
          ) : (
            m.costs_unread()
          )}
        </span>
      </span>
      {may('operations.write') ? (
        <Button
          variant="quiet"
          size="small"
          className="max-sm:-ml-3"
          busy={read.isPending}
          onClick={() => read.mutate()}
        >
          {m.costs_read_now()}
          <span className="sr-only">: {name}</span>
        </Button>
      ) : null}
      {below_cost_since && isBelow && may('settings.write') ? (
        <Button variant="quiet" size="small" busy={keep.isPending} onClick={() => keep.mutate()}>
          {m.costs_keep()}
          <span className="sr-only">: {name}</span>
        </Button>
      ) : null}
      {failure ? (
        <p className="w-full text-sm text-danger">{m.costs_unreadable({ words: failure })}</p>
      ) : null}
    </li>
  )
}

function readFailure(error: unknown): string {
  const failure = classifyFailure(error)
  return failure.kind === 'refused' && failure.code === 'PROVIDER_FAILED'
    ? m.costs_unreadable(failure.data as { words: string })
    : errorSentence(m.costs_failed)(error)
}

const columns = (values: Settings): Column<CostRow>[] => {
  const shop = values['shop.currency']
  return [
    { id: 'name', header: m.settings_ending(), heading: true, cell: costLabel },
    {
      id: 'cost',
      header: m.costs_cost(),
      align: 'right',
      cell: ({ cost, inShop }) => (
        <>
          {formatMoney(cost)}
          {cost.currency !== shop && inShop ? (
            <span className="block text-sm text-muted">{formatMoney(inShop)}</span>
          ) : null}
        </>
      ),
    },
    {
      id: 'price',
      header: m.costs_your_price(),
      align: 'right',
      cell: ({ price, isSold }) =>
        price ? formatMoney(price) : isSold ? m.pricing_on_request() : m.costs_not_sold(),
    },
    {
      id: 'margin',
      header: m.costs_margin(),
      align: 'right',
      cell: ({ margin, percent, isBelow }) =>
        margin ? (
          <span className={isBelow ? 'inline-flex flex-wrap items-center gap-2 sm:justify-end' : undefined}>
            {isBelow ? (
              <Badge tone="rejected">
                <span className="whitespace-nowrap">{m.costs_below_brief()}</span>
              </Badge>
            ) : null}
            <span className={isBelow ? 'text-danger' : undefined}>
              {formatMoney(margin)}
              {percent === null ? null : ` · ${percent} %`}
            </span>
          </span>
        ) : (
          '—'
        ),
    },
  ]
}
