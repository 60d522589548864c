import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, type LucideIcon, PauseCircle, Radar, TriangleAlert } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { errorSentence } from '../../../client/error-messages.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import { type Column, DataTable } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { availabilityApi, UnreadAnswers } from './UnreadAnswers.tsx'

export type Health = Awaited<ReturnType<typeof availabilityApi.health.call>>

/** How the registries answer, by suffix, with a button to test each one. */
export const RegistryConsole = ({ health }: { health: Health }) => (
  <>
    <p className="mb-3 max-w-text text-muted">{m.engine_about()}</p>
    <UnprovenAlarms alarms={health.alarms} />
    <DataTable
      label={m.common_availability()}
      columns={columns()}
      rows={health.items}
      keyOf={({ suffix }) => suffix}
      empty={<EmptyState icon={Radar} title={m.engine_none()} />}
    />
    <UnreadAnswers />
  </>
)

type SuffixHealth = Health['items'][number]

const columns = (): Column<SuffixHealth>[] => [
  {
    id: 'suffix',
    header: m.engine_suffix(),
    heading: true,
    cell: ({ suffix }) => <span className="whitespace-nowrap">.{suffix}</span>,
  },
  { id: 'endpoint', header: m.engine_endpoint(), breaks: true, cell: endpointOf },
  {
    id: 'rate',
    header: m.engine_rate(),
    align: 'right',
    cell: ({ success_rate: rate, asked }) =>
      rate === null ? '–' : m.engine_rate_of({ percent: Math.round(rate * 100), count: asked }),
  },
  {
    id: 'latency',
    header: m.engine_latency(),
    align: 'right',
    cell: ({ latency }) => (latency ? m.engine_milliseconds(latency) : '–'),
  },
  { id: 'breaker', header: m.engine_breaker(), cell: stateOf },
  {
    id: 'test',
    header: m.engine_try(),
    cell: ({ suffix }) => (
      <IfMay needs="operations.write">
        <TestButton suffix={suffix} />
      </IfMay>
    ),
  },
]

const origins: Record<SuffixHealth['origin'], () => string> = {
  setting: m.engine_origin_setting,
  file: m.engine_origin_file,
  bootstrap: m.engine_origin_bootstrap,
  'built-in': m.engine_origin_built_in,
}

const endpointOf = ({ rdap, whois, origin }: SuffixHealth) => (
  <>
    {[rdap, whois].map((one) =>
      one ? (
        <span key={one} className="block">
          {one.replace(/^https:\/\/|\/$/g, '')}
        </span>
      ) : null,
    )}
    <span className="block text-sm text-muted">{origins[origin]()}</span>
  </>
)

const breakerStyles: Record<SuffixHealth['breakers'][number]['state'], [Tone, LucideIcon, () => string]> = {
  closed: ['available', CircleCheck, m.engine_breaker_closed],
  'half-open': ['pending', CircleDashed, m.engine_breaker_half_open],
  open: ['rejected', PauseCircle, m.engine_breaker_open],
}

/** The breaker state of a suffix's servers, and the last problem. */
const stateOf = ({ breakers, last_problem: problem }: SuffixHealth) => (
  <>
    <span className="inline-flex flex-wrap gap-1.5">
      {breakers.map(({ source, state }) => {
        const [tone, icon, label] = breakerStyles[state]
        return (
          <Badge key={source} tone={tone} icon={icon}>
            {source.toUpperCase()}: {label()}
          </Badge>
        )
      })}
    </span>
    {problem ? (
      <span className="mt-1 block text-sm text-muted">
        {m.engine_last_problem({ source: problem.source.toUpperCase(), reason: problem.reason })}{' '}
        <RelativeTime at={problem.at} />
      </span>
    ) : null}
  </>
)

/** Sources whose "available" is ignored, because they do not know a registered name of their suffix. */
function UnprovenAlarms({ alarms }: { alarms: Health['alarms'] }) {
  if (alarms.length === 0) return null
  return (
    <Notice
      tone="warning"
      className="mb-6"
      action={<LinkButton to="/admin/settings#registries">{m.engine_alarm_settings()}</LinkButton>}
    >
      {alarms.map(({ suffix, source, server, answers, since }) => (
        <details key={`${suffix} ${source}`} open={alarms.length === 1}>
          <summary className="cursor-pointer py-0.5 font-semibold">
            {m.engine_alarm({ source: source.toUpperCase(), suffix })}
          </summary>
          <p className="pb-2 wrap-anywhere">
            {m.engine_alarm_about({ server })} {answers.map((one) => m.engine_alarm_answered(one)).join(' ')}{' '}
            {m.common_since()} <RelativeTime at={since} />.
          </p>
        </details>
      ))}
      <p>{m.engine_alarm_help()}</p>
    </Notice>
  )
}

/** Asks a registry now about a registered name and an unregistered one, and shows the results. */
function TestButton({ suffix }: { suffix: string }) {
  const client = useQueryClient()
  const test = useMutation({
    mutationFn: () => availabilityApi.test.call({ suffix }),
    onSettled: () => client.invalidateQueries({ queryKey: availabilityApi.health.key() }),
  })
  const { data } = test
  return (
    <span className="flex flex-col items-start gap-1.5">
      <Button
        variant="secondary"
        size="small"
        busy={test.isPending}
        aria-label={m.engine_test_suffix({ suffix })}
        onClick={() => test.mutate()}
      >
        {m.engine_test()}
      </Button>
      <span role="status" className="empty:hidden">
        {data ? (
          <>
            <Badge tone={data.ok ? 'available' : 'pending'} icon={data.ok ? CircleCheck : TriangleAlert}>
              {data.ok ? m.engine_test_right() : m.engine_test_wrong()}
            </Badge>
            <span className="mt-1 block text-sm text-muted">
              {[data.registered, data.unheard].map(({ status, ms }) => `${status} ${ms} ms`).join(' · ')}
            </span>
          </>
        ) : null}
        {test.isError ? errorSentence(m.engine_test_failed)(test.error) : null}
      </span>
    </span>
  )
}
