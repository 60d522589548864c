import { Banknote, FileQuestion } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { useMay } from '../../../../client/session/staff.tsx'
import { refusalCode } from '../../../../client/error-messages.ts'
import { useAct } from '../../../../client/form/act.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { settingsApi } from '../../../settings/ui/settings.api.ts'
import { TemplateText } from '../../../settings/ui/TemplateText.tsx'
import { receivedApi } from '../received/received.api.ts'
import { amountText, decisionFailure } from '../received/received-texts.ts'
import { type Proposal, templatesApi } from './templates.api.ts'

/** What the shop has learned of marked messages and may read, once an owner accepts it. Nothing where there is none. */
export function Proposals() {
  const { data } = useQuery(templatesApi.proposals.queryOptions({ input: {} }))
  return data?.items.map((proposal) => <ProposalCard key={proposal.sender} proposal={proposal} />)
}

type Refusal = NonNullable<Proposal['refusal']>

/** Why nothing follows from the marked messages, and what to do. */
const refusals: Record<Refusal, (of: { sender: string; one: string; other: string }) => string> = {
  unmarked: m.templates_refused_unmarked,
  'known-sender': () => m.templates_refused_known_sender(),
  'reads-no-payment': () => m.templates_refused_reads_no_payment(),
  'same-message': () => m.templates_refused_same_message(),
  marks: () => m.templates_refused_marks(),
  currency: () => m.templates_refused_currency(),
  differs: m.templates_refused_differs,
  'amount-unmarked': m.templates_refused_amount_unmarked,
  adjacent: () => m.templates_refused_adjacent(),
  'few-words': () => m.templates_refused_few_words(),
  'no-payment': () => m.templates_refused_no_payment(),
}

function ProposalCard({ proposal: { sender, template, refusal, words, items } }: { proposal: Proposal }) {
  const may = useMay()
  const accept = useAct({
    send: (key: string) => templatesApi.accept.call({ sender, key }),
    done: ({ read, counted }) => m.templates_accepted({ read, counted }),
    failure: (error) => (refusalCode(error) === 'CONFLICT' ? m.templates_changed() : decisionFailure(error)),
    stale: [templatesApi.key(), receivedApi.key(), settingsApi.messageTemplates.key()],
  })
  const [one = '', other = ''] = words
  const title = m.templates_proposal_title({ sender })
  return (
    <Card aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-bold wrap-anywhere">{title}</h2>
      {refusal ? <Notice tone="warning">{refusals[refusal]({ sender, one, other })}</Notice> : null}
      {template ? (
        <>
          {refusal ? null : <p className="max-w-text">{m.templates_proposal_about({ sender })}</p>}
          <TemplateText parts={template.parts} />
          <h3 className="font-semibold">{m.templates_messages()}</h3>
          <ul className="flex max-h-96 flex-col divide-y divide-line overflow-y-auto border-y border-line">
            {items.map((item) => (
              <li key={item.id} className="flex flex-col gap-1 py-2 text-sm">
                <ReadItem item={item} />
              </li>
            ))}
          </ul>
          {refusal ? null : may('settings.write') ? (
            <Button
              className="self-start"
              busy={accept.isPending}
              onClick={() => accept.mutate(template.key)}
            >
              {m.templates_accept()}
            </Button>
          ) : (
            <p className="text-sm text-muted">{m.templates_may_not()}</p>
          )}
        </>
      ) : null}
    </Card>
  )
}

const stateBadges = {
  marked: { tone: 'available', text: m.billing_label_payment, icon: Banknote },
  waiting: { tone: 'pending', text: m.billing_state_unread, icon: FileQuestion },
  dismissed: { tone: 'rejected', text: m.billing_no_payment, icon: undefined },
} as const

function ReadItem({ item: { text, state, reads } }: { item: Proposal['items'][number] }) {
  const badge = stateBadges[state]
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <b className="wrap-anywhere">
          {reads
            ? [
                amountText(reads.amount, reads.currency),
                reads.code,
                reads.payer_name ?? reads.payer_phone,
                reads.reference,
              ]
                .filter(Boolean)
                .join(' · ')
            : m.templates_not_read()}
        </b>
        <Badge tone={badge.tone} icon={badge.icon}>
          {badge.text()}
        </Badge>
      </span>
      <span className="font-mono wrap-anywhere text-muted">{text}</span>
    </>
  )
}
