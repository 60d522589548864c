import { CircleHelp, CircleOff, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { classes } from '../../../../kit/classes.ts'
import { Moment } from '../../../../kit/dates.tsx'
import { shownReference } from '../../charges/reference.ts'
import type { ComparedFact } from '../../received/received.ts'
import { type Evidence, paymentsApi } from './payments.api.ts'
import { amountText, channelLabels, reasonText } from './received-texts.ts'

export interface EvidenceListProps {
  payment: string
  /** Shows nothing unless there are so many. */
  least?: number
  onChoose?: ((evidence: Evidence) => void) | undefined
}

/** All that says something of a payment, side by side, the strongest first, with what contradicts the payment marked. */
export function EvidenceCards({ payment, least = 1, onChoose }: EvidenceListProps) {
  const { data } = useQuery(paymentsApi.evidence.queryOptions({ input: { id: payment } }))
  if (!data || data.items.length < least) return null
  return (
    <section aria-label={m.payments_evidence()} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{m.payments_evidence()}</h3>
      <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
        {data.items.map((evidence) => (
          <li key={evidence.id}>
            <EvidenceCard evidence={evidence} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const strengths: Record<number, { text: () => string; tone: Tone; icon?: LucideIcon }> = {
  4: { text: m.payments_rank_certain, tone: 'available' },
  3: { text: m.payments_rank_proved, tone: 'available' },
  2: { text: m.payments_rank_unproved, tone: 'pending', icon: CircleHelp },
  1: { text: m.payments_rank_doubtful, tone: 'rejected', icon: TriangleAlert },
}

function EvidenceCard({ evidence, onChoose }: Pick<EvidenceListProps, 'onChoose'> & { evidence: Evidence }) {
  const { channel, rank, reason, sender, body, reference, dismissed, entered_by, received_at, differs } =
    evidence
  const strength = dismissed
    ? { text: m.payments_evidence_dismissed, tone: 'neutral' as const, icon: CircleOff }
    : strengths[rank]!
  const facts: { fact: ComparedFact | 'code'; label: string; value: string | null }[] = [
    {
      fact: 'amount',
      label: m.common_amount(),
      value: evidence.amount === null ? null : amountText(evidence.amount, evidence.currency),
    },
    {
      fact: 'payer',
      label: m.billing_column_party(),
      value: [evidence.payer_name, evidence.payer_phone].filter(Boolean).join(' · '),
    },
    {
      fact: 'reference',
      label: m.common_reference(),
      value: reference && (/^[A-Z0-9]{7}$/.test(reference) ? shownReference(reference) : reference),
    },
    { fact: 'code', label: m.billing_column_code(), value: evidence.code },
  ]
  return (
    <div className="flex h-full flex-col gap-2 rounded-control border border-line p-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <b>{entered_by ?? sender ?? channelLabels[channel]()}</b>
        <Badge tone={strength.tone} icon={strength.icon}>
          {strength.text()}
        </Badge>
      </div>
      <p className="text-muted">
        {sender || entered_by ? `${channelLabels[channel]()} · ` : ''}
        <Moment at={received_at} />
      </p>
      {reason && !dismissed ? <p className="text-muted">{reasonText(reason)}</p> : null}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1">
        {facts
          .filter(({ value }) => value)
          .map(({ fact, label, value }) => {
            const isOther = fact !== 'code' && differs.includes(fact)
            return (
              <div key={fact} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd
                  className={classes(
                    'font-semibold wrap-anywhere',
                    isOther && 'rounded-control bg-rejected-ground px-1 text-rejected',
                  )}
                >
                  {value}
                  {isOther ? <span className="sr-only"> ({m.payments_evidence_differs()})</span> : null}
                </dd>
              </div>
            )
          })}
      </dl>
      {body ? (
        <blockquote className="max-h-32 overflow-auto rounded-control bg-well px-2 py-1 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {body}
        </blockquote>
      ) : null}
      {onChoose && !dismissed && evidence.amount !== null ? (
        <Button
          size="small"
          variant="secondary"
          className="mt-auto self-start"
          onClick={() => onChoose(evidence)}
        >
          {m.payments_evidence_choose()}
        </Button>
      ) : null}
    </div>
  )
}
