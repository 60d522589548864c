import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, CircleSlash, type LucideIcon, Radar, TriangleAlert } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/staff/staff.tsx'
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
      label={m.engine_title()}
      columns={columns()}
      rows={health.items}
      keyOf={({ suffix }) => suffix}
      empty={<EmptyState icon={Radar} title={m.engine_none()} />}
    />
    <UnreadAnswers />
  </>
)

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

function Endpoint({ rdap, whois, origin }: SuffixHealth) {
  return (
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
}

function rateOf({ success_rate: rate, asked }: SuffixHealth) {
  return rate === null ? '–' : m.engine_rate_of({ percent: Math.round(rate * 100), count: asked })
}

const latencyOf = ({ latency }: SuffixHealth) =>
  latency ? m.engine_milliseconds({ median: latency.median, slowest: latency.slowest }) : '–'

const breakerStyles: Record<SuffixHealth['breakers'][number]['state'], [Tone, LucideIcon, () => string]> = {
  closed: ['available', CircleCheck, m.engine_breaker_closed],
  'half-open': ['pending', CircleDashed, m.engine_breaker_half_open],
  open: ['rejected', CircleSlash, m.engine_breaker_open],
}

/** The breaker state of a suffix's servers, and the last problem. */
function BreakerStates({ breakers, last_problem: problem }: SuffixHealth) {
  return (
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
}

type Alarm = Health['alarms'][number]

/** Sources whose "available" is ignored, because they do not know a registered name of their suffix. */
function UnprovenAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  const [first] = alarms
  if (!first) return null
  const isOne = alarms.length === 1
  return (
    <Notice
      tone="warning"
      className="mb-6"
      action={<LinkButton to="/admin/settings#registries">{m.engine_alarm_settings()}</LinkButton>}
    >
      {isOne ? (
        <>
          <p className="font-semibold">{alarmTitle(first)}</p>
          <AlarmDetails alarm={first} />
        </>
      ) : (
        <details>
          <summary className="cursor-pointer font-semibold">
            {m.engine_alarms({ count: alarms.length })}
          </summary>
          <ul className="my-1 pl-4">
            {alarms.map((alarm) => (
              <li key={`${alarm.suffix} ${alarm.source}`}>
                <details>
                  <summary className="cursor-pointer py-0.5">{alarmTitle(alarm)}</summary>
                  <div className="pb-2 pl-4">
                    <AlarmDetails alarm={alarm} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p>{m.engine_alarm_help()}</p>
    </Notice>
  )
}

const alarmTitle = ({ source, suffix }: Alarm) => m.engine_alarm({ source: source.toUpperCase(), suffix })

const AlarmDetails = ({ alarm: { server, answers, since } }: { alarm: Alarm }) => (
  <p className="wrap-anywhere">
    {m.engine_alarm_about({ server })}{' '}
    {answers.map(({ name, answer }) => m.engine_alarm_answered({ name, answer })).join(' ')}{' '}
    {m.engine_alarm_since()} <RelativeTime at={since} />.
  </p>
)

type SuffixHealth = Health['items'][number]

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
