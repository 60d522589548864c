import { CircleAlert, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { createApi } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { MomentDay, RelativeTime } from '../../../kit/dates.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import type { Check, CheckName, CheckState, Fact, FactName, Problem } from '../checks.ts'
import { operationsContract } from '../operations.contract.ts'

const operationsApi = createApi('operations', operationsContract)

export const handle = { firstCalls: () => ['/api/admin/operations'] }

export const meta = pageTitle(() => ({ title: m.operations_title() }))

/** The checks are repeated while the screen is open. */
const POLL_MS = 30_000

/** The state of the installation, for its operator: what works, what does not, and what to do. */
export default function OperationsScreen() {
  const query = useQuery({ ...operationsApi.show.queryOptions(), refetchInterval: POLL_MS })
  const checks = query.data?.items
  return (
    <>
      <PageHeader
        title={m.operations_title()}
        actions={
          <Button variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
            {m.operations_refresh()}
          </Button>
        }
      >
        {m.operations_about()}
      </PageHeader>
      {query.isError && !checks ? (
        <ErrorState title={m.operations_failed()} query={query}>
          {outageMessage(query.error)}
        </ErrorState>
      ) : null}
      {query.isPending ? <CardSkeletons /> : null}
      {checks?.every(({ problem }) => problem === null) ? (
        <Notice tone="success" className="mb-4">
          {m.operations_all_good()}
        </Notice>
      ) : null}
      {checks ? (
        <ul className="grid gap-4 lg:grid-cols-2">
          {checks
            .toSorted((one, other) => rank[one.state] - rank[other.state])
            .map((check) => (
              <li key={check.name}>
                <CheckCard check={check} />
              </li>
            ))}
        </ul>
      ) : null}
      {query.data ? (
        <p className="mt-4 text-sm text-muted">
          {m.operations_checked()} <RelativeTime at={query.data.at} />
        </p>
      ) : null}
    </>
  )
}

/** What needs attention comes first. */
const rank: Record<CheckState, number> = { problem: 0, warning: 1, good: 2, off: 3 }

const looks: Record<CheckState, { tone: Tone; icon?: LucideIcon }> = {
  good: { tone: 'available' },
  warning: { tone: 'pending', icon: TriangleAlert },
  problem: { tone: 'rejected', icon: CircleAlert },
  off: { tone: 'neutral' },
}

const stateLabels: Record<CheckState, () => string> = {
  good: m.operations_state_good,
  warning: m.operations_state_warning,
  problem: m.operations_state_problem,
  off: m.operations_state_off,
}

function CheckCard({ check: { name, state, problem, facts } }: { check: Check }) {
  return (
    <Card className="h-full">
      <h2 className="flex flex-wrap items-center justify-between gap-2 text-lg font-semibold">
        {checkLabels[name]()}
        <Badge {...looks[state]}>{stateLabels[state]()}</Badge>
      </h2>
      {problem ? <p className="mt-2 wrap-anywhere">{withCommand(problemTexts[problem]())}</p> : null}
      {facts.length ? (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
          {facts.map((fact) => (
            <div key={fact.name} className="contents">
              <dt className="text-sm text-muted">{factLabels[fact.name]()}</dt>
              <dd className="text-right wrap-anywhere">
                <FactValue fact={fact} />
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </Card>
  )
}

/** A text whose command, at its end, is not broken. */
const withCommand = (text: string) => {
  const at = text.indexOf('npm run')
  return at < 0 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <code className="font-mono text-sm whitespace-nowrap">{text.slice(at)}</code>
    </>
  )
}

function FactValue({ fact: { name, unit, value } }: { fact: Fact }) {
  const { locale } = usePageData()
  if (value === null) return m.operations_none()
  // A time to come is a day; a past one is shown as its age.
  if (unit === 'time')
    return name === 'certificate_until' ? (
      <MomentDay at={String(value)} />
    ) : (
      <RelativeTime at={String(value)} />
    )
  if (unit === 'bytes') return bytesText(Number(value), locale)
  if (unit === 'seconds') return amountText(Math.round(Number(value) / 60), 'minute', locale)
  return String(value)
}

const amountText = (amount: number, unit: string, locale: string) =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'minute' ? 'long' : 'short',
    maximumSignificantDigits: 3,
  }).format(amount)

const bytesText = (bytes: number, locale: string) =>
  bytes < 2 ** 30
    ? amountText(bytes / 2 ** 20, 'megabyte', locale)
    : amountText(bytes / 2 ** 30, 'gigabyte', locale)

const checkLabels: Record<CheckName, () => string> = {
  database: m.operations_check_database,
  disk: m.operations_check_disk,
  memory: m.operations_check_memory,
  jobs: m.operations_check_jobs,
  mail: m.operations_check_mail,
  registries: m.operations_check_registries,
  backup: m.operations_check_backup,
  audit: m.operations_check_audit,
  ledger: m.operations_check_ledger,
  keys: m.operations_check_keys,
  certificate: m.operations_check_certificate,
  version: m.operations_check_version,
}

const factLabels: Record<FactName, () => string> = {
  postgresql: m.operations_fact_postgresql,
  database_size: m.operations_fact_database_size,
  connections: m.operations_fact_connections,
  free_space: m.operations_fact_free_space,
  process_memory: m.operations_fact_process_memory,
  free_memory: m.operations_fact_free_memory,
  failing_jobs: m.operations_fact_failing_jobs,
  last_job: m.operations_fact_last_job,
  mails_waiting: m.operations_fact_mails_waiting,
  oldest_mail: m.operations_fact_oldest_mail,
  mails_failed: m.operations_fact_mails_failed,
  mail_way: m.operations_fact_mail_way,
  unproven_registries: m.operations_fact_unproven_registries,
  last_backup: m.operations_fact_last_backup,
  backup_location: m.operations_fact_backup_location,
  audit_verified: m.operations_fact_audit_verified,
  ledger_verified: m.operations_fact_ledger_verified,
  signing_key_since: m.operations_fact_signing_key_since,
  certificate_until: m.operations_fact_certificate_until,
  kikoa: m.operations_fact_kikoa,
  node: m.operations_fact_node,
}

const problemTexts: Record<Problem, () => string> = {
  unreachable: m.operations_problem_unreachable,
  connections_used: m.operations_problem_connections_used,
  disk_low: m.operations_problem_disk_low,
  disk_full: m.operations_problem_disk_full,
  memory_low: m.operations_problem_memory_low,
  job_failed: m.operations_problem_job_failed,
  job_late: m.operations_problem_job_late,
  mail_late: m.operations_problem_mail_late,
  mails_failed: m.operations_problem_mails_failed,
  mail_to_files: m.operations_problem_mail_to_files,
  registry_unproven: m.operations_problem_registry_unproven,
  backup_late: m.operations_problem_backup_late,
  backup_unsealed: m.operations_problem_backup_unsealed,
  backup_none: m.operations_problem_backup_none,
  audit_broken: m.operations_problem_audit_broken,
  audit_unverified: m.operations_problem_audit_unverified,
  ledger_broken: m.operations_problem_ledger_broken,
  ledger_unverified: m.operations_problem_ledger_unverified,
  certificate_invalid: m.operations_problem_certificate_invalid,
  certificate_ends: m.operations_problem_certificate_ends,
}
