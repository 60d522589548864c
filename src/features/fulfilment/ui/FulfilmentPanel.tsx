import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { toastOf, useAct } from '../../../client/form/act.ts'
import { ReasonButton } from '../../../client/form/ReasonButton.tsx'
import { useMay } from '../../../client/session/staff.tsx'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { Moment, MomentDay } from '../../../kit/dates.tsx'
import { DateField } from '../../../kit/form/DateField.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import { type Fulfilment, fulfilmentsApi } from './fulfilment.api.ts'
import { driverLabels } from './driver-labels.ts'
import { AskedAnswers } from './details/AskedAnswers.tsx'
import { actLabels, kindLabels, reasonTexts, stateTexts } from './fulfilment-labels.ts'
import type { FulfilmentReason, FulfilmentState } from '../states.ts'

const failure = errorSentence(m.fulfil_act_failed, {
  NOT_NOW: m.fulfil_changed,
  RECORD_FAILED: m.fulfil_held_by_other,
})

const tones: Partial<Record<FulfilmentState, 'success' | 'error' | 'warning'>> = {
  done: 'success',
  refused: 'error',
  held: 'warning',
  unknown: 'warning',
}

/** Why it waits until the staff has changed something. */
const waitsForStaff: readonly FulfilmentReason[] = ['balance', 'credentials']

/** What happened, what is sure, and what may be done, in this order; then the facts and the calls. */
export function FulfilmentPanel({
  fulfilment,
  onDone,
}: {
  fulfilment: Fulfilment
  /** Called once something was decided. */
  onDone?: () => void
}) {
  const { data } = useQuery(fulfilmentsApi.show.queryOptions({ input: { id: fulfilment.id } }))
  const one = data ?? fulfilment
  const may = useMay()
  const { state, reason, answer, expect, cost, currency } = one
  return (
    <div className="flex flex-col gap-4">
      <Notice tone={reason && waitsForStaff.includes(reason) ? 'warning' : (tones[state] ?? 'info')}>
        {reason ? reasonTexts[reason]() : stateTexts[state]()}
        {answer ? (
          <span className="mt-1 block wrap-anywhere">{m.fulfil_words({ words: answer })}</span>
        ) : null}
      </Notice>
      {may('services.write') ? <Acts one={one} onDone={onDone} /> : null}
      {one.kind === 'transfer' && (state === 'held' || state === 'refused') ? (
        <LinkButton size="small" variant="quiet" to={`/admin/domains?q=${one.target}`} className="self-start">
          {m.fulfil_open_request()}
        </LinkButton>
      ) : null}
      {one.kind === 'register' || one.kind === 'transfer' ? (
        <AskedAnswers customer={one.customer.id} names={[one.target]} />
      ) : null}
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Fact label={m.fulfil_kind()}>{kindLabels[one.kind]()}</Fact>
        <Fact label={m.common_customer()}>
          <Link to={`/admin/profiles/${one.customer.id}`} className="underline underline-offset-4">
            {one.customer.name ?? m.common_unnamed_customer()}
          </Link>
        </Fact>
        <Fact label={m.fulfil_registrar()}>
          <Link to="/admin/registrars" className="underline underline-offset-4">
            {one.account.name}
          </Link>
          <span className="block text-sm font-normal text-muted">{driverLabels[one.driver]()}</span>
        </Fact>
        {expect.expires_at ? (
          <Fact label={m.fulfil_before()}>
            <MomentDay at={expect.expires_at} />
          </Fact>
        ) : null}
        {expect.registered_until ? (
          <Fact label={m.fulfil_until()}>
            <MomentDay at={expect.registered_until} />
          </Fact>
        ) : null}
        {cost === null || currency === null ? null : (
          <Fact label={m.fulfil_cost()}>{formatDecimal(cost, currency)}</Fact>
        )}
        {['ready', 'ordered', 'unknown'].includes(state) ? (
          <Fact label={state === 'ready' ? m.fulfil_next_look() : m.fulfil_next_check()}>
            <Moment at={one.due_at} />
          </Fact>
        ) : null}
      </dl>
      {data?.calls.length ? <Calls calls={data.calls} /> : null}
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
)

function Acts({ one: { id, acts }, onDone }: { one: Fulfilment; onDone: (() => void) | undefined }) {
  const [isDone, setDone] = useState(false)
  const [day, setDay] = useState('')
  const options = { failure, onDone, stale: [fulfilmentsApi.key()] }
  const look = useAct({ send: () => fulfilmentsApi.look.call({ id }), ...options })
  const again = useAct({ send: () => fulfilmentsApi.sendAgain.call({ id }), ...options })
  const done = useAct({
    send: () => fulfilmentsApi.done.call({ id, expires_at: day ? `${day}T00:00:00Z` : null }),
    done: m.fulfil_done_saved(),
    ...options,
    onDone() {
      setDone(false)
      onDone?.()
    },
  })
  if (!acts.length) return null
  return (
    <div className="flex flex-wrap gap-2">
      {acts.includes('look') ? (
        <Button size="small" variant="secondary" busy={look.isPending} onClick={() => look.mutate()}>
          {actLabels.look()}
        </Button>
      ) : null}
      {acts.includes('send-again') ? (
        <Button size="small" variant="secondary" busy={again.isPending} onClick={() => again.mutate()}>
          {actLabels['send-again']()}
        </Button>
      ) : null}
      {acts.includes('done') ? (
        <Button size="small" variant="secondary" onClick={() => setDone(true)}>
          {actLabels.done()}
        </Button>
      ) : null}
      {acts.includes('refuse') ? (
        <ReasonButton
          button={{ size: 'small', variant: 'quiet' }}
          label={actLabels.refuse()}
          about={m.fulfil_refuse_about()}
          reason="rejection"
          send={(reason) => fulfilmentsApi.refuse.call({ id, reason })}
          done={m.fulfil_refused_saved()}
          onDone={onDone}
          onFailure={toastOf(failure)}
          stale={[fulfilmentsApi.key()]}
        />
      ) : null}
      <ConfirmDialog
        open={isDone}
        onClose={() => setDone(false)}
        title={actLabels.done()}
        confirm={m.fulfil_act_done()}
        onConfirm={() => done.mutate()}
        busy={done.isPending}
      >
        <p className="mb-4">{m.fulfil_done_about()}</p>
        <DateField
          label={m.fulfil_until()}
          optional
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </ConfirmDialog>
    </div>
  )
}

interface Call {
  action: string
  at: string
  took_ms: number
  outcome: string
}

/** The calls of the registrar, newest first. */
function Calls({ calls }: { calls: readonly Call[] }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{m.fulfil_calls()}</h3>
      <ul className="divide-y divide-line rounded-card border border-line text-sm">
        {calls.map((call) => (
          <li
            key={call.at + call.action}
            className="flex flex-wrap items-baseline justify-between gap-x-3 px-3 py-2"
          >
            <span className="wrap-anywhere">
              <span className="mr-3 font-mono">{call.action}</span>
              {call.outcome}
            </span>
            <span className="ml-auto text-muted tabular-nums">
              <span className="mr-3">{m.fulfil_took({ ms: call.took_ms })}</span>
              <Moment at={call.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
