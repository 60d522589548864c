import { type ReactNode, useState } from 'react'
import { forTerm } from '../../catalogue/ui/price-terms.tsx'
import { m } from '../../../paraglide/messages.js'
import { useAct } from '../../../client/form/act.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { TextArea, TextField } from '../../../kit/form/Field.tsx'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import { displayName } from '../../../shared/people/person.ts'
import { serviceStatesApi } from '../../requests/ui/requests.api.ts'
import { expiryDay } from '../service-states.ts'
import { renewRefusals } from './service-labels.tsx'
import { type ServiceDetails, servicesApi } from './services.api.ts'

type ActName = 'renew' | 'suspend' | 'resume' | 'correct' | 'handOver' | 'end'

/** What an act asks before it is done, and what it says afterwards. */
interface Asked {
  label: string
  title: string
  about: ReactNode
  /** What has to be typed, with how to correct it. */
  field?: { label: string; kind: 'date' | 'email' | 'text'; start: string; missing: string; shape?: RegExp }
  call: (typed: string) => Promise<unknown>
  done: string
  danger?: boolean
}

const refusalTexts: Record<string, () => string> = {
  ...renewRefusals,
  CUSTOMER_UNKNOWN: m.services_customer_unknown,
  SAME_CUSTOMER: m.services_same_customer,
  PAYMENT_WAITING: m.services_payment_waiting,
}

/** The acts on one service. Each asks for a confirmation. */
export function ServiceActs({ service }: { service: ServiceDetails }) {
  // As it was when the dialog opened: a change by somebody else meanwhile is refused and not overwritten.
  const [asked, setAsked] = useState<Asked>()
  const acts = actsOn(service)
  const names: ActName[] = [
    ...(service.renewed_until ? (['renew'] as const) : []),
    service.state === 'suspended' ? 'resume' : 'suspend',
    'correct',
    'handOver',
    'end',
  ]
  return (
    <section aria-label={m.requests_actions()} className="flex w-full flex-wrap gap-2">
      {names.map((name) => (
        <Button
          key={name}
          size="small"
          variant={acts[name].danger ? 'danger' : name === 'renew' ? 'primary' : 'secondary'}
          onClick={() => setAsked(acts[name])}
        >
          {acts[name].label}
        </Button>
      ))}
      <ActDialog key={asked?.label ?? ''} asked={asked} onClose={() => setAsked(undefined)} />
    </section>
  )
}

function ActDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const field = asked?.field
  const shape = field?.shape ?? /\S/
  const [typed, setTyped] = useState(field?.start ?? '')
  const [isMissing, setMissing] = useState(false)
  const save = useAct({
    send: async () => asked?.call(typed.trim()),
    done: asked?.done,
    onDone: onClose,
    failure: errorSentence(m.services_save_failed, refusalTexts),
    stale: [servicesApi.key()],
  })
  const props = {
    label: field?.label,
    value: typed,
    error: isMissing && !shape.test(typed) ? field?.missing : undefined,
    className: 'mt-4 text-ink',
  }
  return (
    <ConfirmDialog
      danger={asked?.danger ?? false}
      open={asked !== undefined}
      onClose={onClose}
      title={asked?.title}
      confirm={asked?.label ?? ''}
      onConfirm={() => (field && !shape.test(typed) ? setMissing(true) : save.mutate())}
      busy={save.isPending}
    >
      {asked?.about}
      {field?.kind === 'text' ? (
        <TextArea {...props} maxLength={1000} onChange={(event) => setTyped(event.target.value)} />
      ) : field ? (
        <TextField
          {...props}
          type={field.kind}
          autoComplete="off"
          maxLength={320}
          onChange={(event) => setTyped(event.target.value)}
        />
      ) : null}
    </ConfirmDialog>
  )
}

function actsOn(service: ServiceDetails): Record<ActName, Asked> {
  const { id, version, name, renewal, renewed_until, expires_at, registrar } = service
  const customer = displayName(service.customer) ?? m.common_unnamed_customer()
  return {
    renew: {
      label: m.services_renew(),
      title: m.services_renew_title({ name }),
      about: (
        <>
          <p>
            {m.services_renew_until()} {renewed_until ? <FormattedDate at={renewed_until} /> : null}
          </p>
          <p className="mt-2">
            {renewal
              ? m.services_renew_owes({
                  customer,
                  price: `${formatDecimal(renewal.amount, renewal.currency)} ${forTerm(renewal.months)}`,
                })
              : m.services_renew_free()}{' '}
            {registrar
              ? registrar.cost
                ? m.services_renew_sent_for({
                    registrar: registrar.name,
                    cost: formatDecimal(registrar.cost.amount, registrar.cost.currency),
                  })
                : m.services_renew_sent({ registrar: registrar.name })
              : m.services_renew_registrar()}
          </p>
        </>
      ),
      call: () => servicesApi.renew.call({ id, version }),
      done: m.services_renewed({ name }),
    },
    suspend: {
      label: m.due_suspend(),
      title: m.due_suspend_title({ name }),
      about: m.due_suspend_about(),
      call: () => serviceStatesApi.suspend.call({ id }),
      done: m.due_suspended_done({ name }),
      danger: true,
    },
    resume: {
      label: m.due_resume(),
      title: m.due_resume_title({ name }),
      about: m.due_resume_about(),
      call: () => serviceStatesApi.resume.call({ id }),
      done: m.due_resumed_done({ name }),
    },
    correct: {
      label: m.services_correct(),
      title: m.services_correct_title({ name }),
      about: m.services_correct_about(),
      field: {
        label: m.requests_expires(),
        kind: 'date',
        start: expires_at?.slice(0, 10) ?? '',
        missing: m.services_date_missing(),
        shape: expiryDay,
      },
      call: (expires_on) => servicesApi.correct.call({ id, version, expires_on }),
      done: m.services_corrected({ name }),
    },
    handOver: {
      label: m.services_hand_over(),
      title: m.services_hand_over_title({ name }),
      about: m.services_hand_over_about({ customer }),
      field: {
        label: m.services_new_customer(),
        kind: 'email',
        start: '',
        missing: m.services_email_missing(),
      },
      call: (email) => servicesApi.handOver.call({ id, version, email }),
      done: m.services_handed_over({ name }),
    },
    end: {
      label: m.services_end(),
      title: m.services_end_title({ name }),
      about: m.services_end_about(),
      field: { label: m.common_reason(), kind: 'text', start: '', missing: m.services_reason_missing() },
      call: (reason) => servicesApi.end.call({ id, version, reason }),
      done: m.services_ended_done({ name }),
      danger: true,
    },
  }
}
