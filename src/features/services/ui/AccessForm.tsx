import { type ReactNode, Suspense, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { toastOf } from '../../../client/form/act.ts'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { mapKeys } from '../../../shared/pick.ts'
import { factText, shownFact } from '../../products/facts.ts'
import {
  accessInput,
  factsOfProduct,
  isValidAccess,
  secretLabel,
  secretsOfProduct,
  type TypedAccess,
} from '../../requests/ui/access/access-labels.ts'
import { type ServiceDetails, servicesApi } from './services.api.ts'

/** They need the settings, which other screens would load in more files. */
const AccessFields = loadedLater(() =>
  import('../../requests/ui/access/AccessFields.tsx').then((file) => file.AccessFields),
)

const factsOf = (service: ServiceDetails): TypedAccess =>
  Object.fromEntries(Object.entries(service.facts).map(([name, value]) => [name, factText(value)]))

interface AccessFormProps {
  service: ServiceDetails
  isWriter: boolean
  /** Shows what is known first, and the form after a press. */
  isFolded?: boolean
  onSaved?: (() => void) | undefined
}

/** The facts of a service and the secrets that its customer is shown once. Who may change services changes it here. */
export function AccessForm({ service, isWriter, isFolded = false, onSaved }: AccessFormProps) {
  const [isOpen, setOpen] = useState(!isFolded)
  return (
    <Card aria-labelledby="access">
      <h2 id="access" className="text-lg font-bold">
        {m.handover_admin_title()}
      </h2>
      <p className="mb-4 text-sm text-muted">{m.handover_admin_about()}</p>
      {isWriter && isOpen ? (
        <Form key={service.version} service={service} onSaved={onSaved} />
      ) : (
        <Shown service={service} />
      )}
      {isWriter && !isOpen ? (
        <Button variant="secondary" size="small" className="mt-4" onClick={() => setOpen(true)}>
          {m.handover_change()}
        </Button>
      ) : null}
    </Card>
  )
}

function Form({ service, onSaved }: Pick<AccessFormProps, 'service' | 'onSaved'>) {
  const { id, kind, version, name } = service
  const { values, set, isChecked, submit, busy } = useStateForm({
    start: () => factsOf(service),
    problemsOf: (typed): Partial<Record<string, string>> =>
      isValidAccess(kind, typed) ? {} : { access: '' },
    send: (typed) => servicesApi.setAccess.call({ id, version, ...accessInput(kind, typed) }),
    done: m.handover_saved({ name }),
    onDone: onSaved,
    onFailure: toastOf(errorSentence(m.services_save_failed, { CONFLICT: m.services_conflict })),
    stale: [servicesApi.key()],
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-4">
      <div className="w-full">
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <AccessFields
            product={kind}
            typed={values}
            isChecked={isChecked}
            onChange={set}
            states={mapKeys(secretsOfProduct(kind), secretState(service))}
          />
        </Suspense>
      </div>
      <Button type="submit" variant="secondary" size="small" busy={busy}>
        {m.handover_save()}
      </Button>
    </form>
  )
}

/** Whether a secret waits for the customer, was shown, or is not set, and how to replace it. */
const secretState = (service: ServiceDetails) => (secret: string) => {
  const known = stateOf(service, secret)
  return service.secrets.some(({ name }) => name === secret) ? (
    <>
      {known}. {m.handover_admin_new()}
    </>
  ) : (
    known
  )
}

function stateOf({ secrets }: ServiceDetails, secret: string): ReactNode {
  const known = secrets.find(({ name }) => name === secret)
  if (!known) return m.handover_admin_not_set()
  if (!known.shown_at) return m.handover_admin_waiting()
  return (
    <>
      {m.handover_shown()} <FormattedDate at={known.shown_at} />
    </>
  )
}

/** For who may only read. */
function Shown({ service }: { service: ServiceDetails }) {
  const known = factsOf(service)
  const lines: [string, ReactNode][] = [
    ...factsOfProduct(service.kind).flatMap(({ name, label, kind }): [string, ReactNode][] =>
      known[name] ? [[label, <Copyable key={name} text={shownFact(kind, known[name])} />]] : [],
    ),
    ...secretsOfProduct(service.kind).map((name): [string, ReactNode] => [
      secretLabel(name),
      stateOf(service, name),
    ]),
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
      {lines.map(([label, shown]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{shown}</dd>
        </div>
      ))}
    </dl>
  )
}
