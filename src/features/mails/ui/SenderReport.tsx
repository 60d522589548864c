import type { UseMutationResult } from '@tanstack/react-query'
import { CircleAlert, type LucideIcon, Send, TriangleAlert } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { useAct } from '../../../client/form/act.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { Card } from '../../../kit/Card.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { mailsApi } from './mails.api.ts'
import { Button } from '../../../kit/Button.tsx'

type DnsRecord = 'spf' | 'dkim' | 'dmarc'
type State = Report[DnsRecord]['state']

const looks: Record<State, { tone: Tone; icon?: LucideIcon }> = {
  good: { tone: 'available' },
  weak: { tone: 'pending', icon: TriangleAlert },
  missing: { tone: 'rejected', icon: CircleAlert },
  unknown: { tone: 'neutral' },
}

const stateLabels: Record<State, () => string> = {
  good: m.mails_record_good,
  weak: m.mails_record_weak,
  missing: m.mails_record_missing,
  unknown: m.mails_record_unknown,
}

const problemTexts: Record<NonNullable<Report[DnsRecord]['problem']>, () => string> = {
  'several-records': m.mails_problem_several_records,
  syntax: m.mails_problem_syntax,
  'too-many-lookups': m.mails_problem_too_many_lookups,
  'too-many-voids': m.mails_problem_too_many_voids,
  'broken-include': m.mails_problem_broken_include,
  open: m.mails_problem_open,
  nobody: m.mails_problem_nobody,
}

const dnsRecords: Record<DnsRecord, [name: string, about: () => string]> = {
  spf: ['SPF', m.mails_spf_about],
  dkim: ['DKIM', m.mails_dkim_about],
  dmarc: ['DMARC', m.mails_dmarc_about],
}

/** The sender of the mails and the state of its SPF, DKIM and DMARC records. */
export function SenderReport({ report }: { report: Report }) {
  return (
    <Card aria-labelledby="sender" className="mb-6">
      <h2 id="sender" className="text-lg font-semibold">
        {m.mails_sender()}
      </h2>
      <p className="mt-1 wrap-anywhere text-muted">
        {m.mails_sender_text({ from: report.from, to: report.to })}
      </p>
      {report.way === 'files' ? (
        <Notice tone="info" className="mt-4">
          {m.mails_files()}
        </Notice>
      ) : null}
      <dl className="mt-4 grid gap-4 lg:grid-cols-3">
        {(Object.keys(dnsRecords) as DnsRecord[]).map((record) => {
          const { state, name, value, problem } = report[record]
          const [title, about] = dnsRecords[record]
          return (
            <div key={record} className="min-w-0">
              <dt className="flex flex-wrap items-center gap-2 font-semibold">
                {title} <Badge {...looks[state]}>{stateLabels[state]()}</Badge>
              </dt>
              <dd className="mt-1 text-sm text-muted">{about()}</dd>
              {problem ? <dd className="mt-1 text-sm">{problemTexts[problem]()}</dd> : null}
              <dd className="mt-2 font-mono text-sm wrap-anywhere">
                {name}
                {value ? <span className="block text-muted">{value}</span> : null}
              </dd>
            </div>
          )
        })}
      </dl>
    </Card>
  )
}

type Report = Awaited<ReturnType<typeof mailsApi.test.call>>
type Test = UseMutationResult<Report, Error, void>

/** Sends a test mail to the admin's own address and checks the sender. */
export function useTestMail(): Test {
  return useAct({
    send: () => mailsApi.test.call({}),
    done: ({ to, way }) => (way === 'files' ? m.mails_test_to_file() : m.mails_test_sent({ to })),
    failure: errorSentence(m.mails_test_failed, {
      NO_ADDRESS: m.mails_test_no_address,
      TOO_MANY_REQUESTS: m.mails_test_wait,
    }),
    stale: [mailsApi.list.key()],
  })
}

export const TestMailButton = ({ test }: { test: Test }) => (
  <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate()}>
    <Send aria-hidden className="size-4" />
    {m.mails_test()}
  </Button>
)
