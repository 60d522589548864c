import { useQuery } from '@tanstack/react-query'
import { Radar } from 'lucide-react'
import { availabilityApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { DataTable, type Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState, ErrorState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { BreakerStates } from './BreakerStates.tsx'
import { type SuffixHealth, TestButton } from './TestButton.tsx'
import { UnprovenAlarms } from './UnprovenAlarms.tsx'
import { UnreadAnswers } from './UnreadAnswers.tsx'

export const meta = pageTitle(() => ({ title: m.engine_title() }))

/** How the registries answer, suffix by suffix, and a way to try each one. */
export default function EnginesScreen() {
  const health = useQuery(availabilityApi.health.queryOptions())
  return (
    <>
      <PageHeader
        title={m.engine_title()}
        actions={
          <Button variant="secondary" busy={health.isFetching} onClick={() => void health.refetch()}>
            {m.engine_refresh()}
          </Button>
        }
      >
        {m.engine_about()}
      </PageHeader>
      <UnprovenAlarms alarms={health.data?.alarms ?? []} />
      <DataTable
        label={m.engine_title()}
        columns={columns()}
        rows={health.data?.items}
        keyOf={({ suffix }) => suffix}
        empty={<EmptyState icon={Radar} title={m.engine_none()} />}
        error={
          health.isError && !health.data ? (
            <ErrorState
              title={m.engine_failed()}
              onRetry={() => void health.refetch()}
              busy={health.isFetching}
            >
              {outageMessage(health.error)}
            </ErrorState>
          ) : null
        }
      />
      <UnreadAnswers />
    </>
  )
}

const columns = (): Column<SuffixHealth>[] => [
  {
    id: 'suffix',
    header: m.engine_suffix(),
    heading: true,
    cell: ({ suffix }) => <span className="whitespace-nowrap">.{suffix}</span>,
  },
  { id: 'endpoint', header: m.engine_endpoint(), breaks: true, cell: (row) => <Endpoint {...row} /> },
  { id: 'rate', header: m.engine_rate(), align: 'right', cell: rateOf },
  { id: 'latency', header: m.engine_latency(), align: 'right', cell: latencyOf },
  { id: 'breaker', header: m.engine_breaker(), cell: (row) => <BreakerStates {...row} /> },
  { id: 'test', header: m.engine_try(), cell: ({ suffix }) => <TestButton suffix={suffix} /> },
]

const origins: Record<SuffixHealth['origin'], () => string> = {
  setting: m.engine_origin_setting,
  file: m.engine_origin_file,
  bootstrap: m.engine_origin_bootstrap,
  'built-in': m.engine_origin_built_in,
}

function Endpoint({ rdap, whois, origin }: SuffixHealth) {
  return (
    <>
      {[rdap, whois].map((one) =>
        one ? (
          <span key={one} className="block">
            {one}
          </span>
        ) : null,
      )}
      <span className="block text-sm text-muted">{origins[origin]()}</span>
    </>
  )
}

function rateOf({ success_rate: rate, asked }: SuffixHealth) {
  return rate === null ? '–' : m.engine_rate_of({ percent: Math.round(rate * 100), count: asked })
}

const latencyOf = ({ latency }: SuffixHealth) =>
  latency ? m.engine_milliseconds({ median: latency.median, slowest: latency.slowest }) : '–'
