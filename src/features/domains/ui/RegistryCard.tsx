import { type ReactNode, useState } from 'react'
import { registryApi } from './registry.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useAct } from '../../../client/form/act.ts'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { FormattedDate, useNow } from '../../../kit/dates.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { formatDecimal } from '../../../shared/money/money.ts'
import type { ChangeKind } from '../../fulfilment/states.ts'
import { CodeDialog } from './CodeDialog.tsx'
import type { NameAct } from '../domains.contract.ts'
import { domainsApi, type Registry } from './domains.api.ts'
import { lapseStage, type LapseStage } from '../../requests/lapse.ts'
import { NameserversDialog } from './NameserversDialog.tsx'
import { HolderProblem } from './HolderProblem.tsx'
import { isHolderProblem, registryFailure } from './registry-failure.ts'

const changeLabels: Record<ChangeKind, () => string> = {
  nameservers: m.registry_nameservers,
  lock: m.registry_lock,
  privacy: m.registry_privacy,
  contacts: m.registry_holder,
}

const lapseTexts: Record<NonNullable<LapseStage>, () => string> = {
  renewable: m.registry_renewable,
  restorable: m.registry_restorable,
  free: m.registry_free,
}

/** So long before the end of the registry's term is shown what follows. */
const BEFORE_MS = 45 * 86_400_000

/** What is shown and changed as the registrar's record has it. */
const ofRecord: readonly NameAct[] = ['nameservers', 'lock', 'privacy']

interface RegistryCardProps {
  /** The id of the domain. */
  id: string
  name: string
  registry: Registry
}

/** What the registry knows of a domain, and what its holder may change there. */
export function RegistryCard({ id, name, registry }: RegistryCardProps) {
  const [opened, setOpened] = useState<'nameservers' | 'code'>()
  const now = useNow()
  const { registered_until, lapse, restore, nameservers, is_locked, is_private, is_away, read_at, change } =
    registry
  // What is not read yet can't be changed: nobody knows to what.
  const can = registry.can.filter((one) => read_at !== null || !ofRecord.includes(one))
  const unread = registry.can.filter((one) => !can.includes(one))
  const act = useAct({
    send: (kind: 'lock' | 'privacy' | 'contacts') =>
      kind === 'lock'
        ? registryApi.lock.call({ id, locked: is_locked === false })
        : kind === 'privacy'
          ? registryApi.privacy.call({ id, private: !is_private })
          : registryApi.contacts.call({ id }),
    done: m.registry_sent(),
    failure: (error) => (isHolderProblem(error) ? undefined : registryFailure(error)),
    stale: [domainsApi.key()],
  })
  const stage = restore ? 'restorable' : lapseStage(registered_until, lapse, now)
  const isNear = registered_until !== null && Date.parse(registered_until) - now < BEFORE_MS
  const isBusy = change?.state === 'under-way'
  const button = (label: string, onClick: () => void, isPending = false) => (
    <Button variant="secondary" size="small" disabled={isBusy} busy={isPending} onClick={onClick}>
      {label}
    </Button>
  )
  const sending = (kind: 'lock' | 'privacy' | 'contacts') => act.isPending && act.variables === kind
  return (
    <Card>
      <h2 className="text-lg font-bold">{m.registry_title()}</h2>
      {is_away ? (
        <Notice tone="warning" className="mt-3">
          {m.registry_away()}
        </Notice>
      ) : change ? (
        <Change change={change} />
      ) : null}
      {stage && !is_away ? (
        <Notice tone="warning" className="mt-3">
          {restore
            ? m.registry_restorable_for({ price: formatDecimal(restore.amount, restore.currency) })
            : lapseTexts[stage]()}
        </Notice>
      ) : null}
      {unread.length && !is_away ? <p className="mt-2 text-muted">{m.registry_not_read()}</p> : null}
      <dl className="mt-2 divide-y divide-line">
        {registered_until ? (
          <Row name={m.registry_until()} about={m.registry_until_about()}>
            <FormattedDate at={registered_until} />
          </Row>
        ) : null}
        {isNear && lapse.renewable_until ? (
          <Row name={m.registry_renewable_until()} about={m.registry_renewable_about()}>
            <FormattedDate at={lapse.renewable_until} />
          </Row>
        ) : null}
        {isNear && lapse.restorable_until ? (
          <Row name={m.registry_restorable_until()} about={m.registry_restorable_about()}>
            <FormattedDate at={lapse.restorable_until} />
          </Row>
        ) : null}
        {can.includes('nameservers') ? (
          <Row
            name={m.registry_nameservers()}
            act={button(m.registry_nameservers_change(), () => setOpened('nameservers'))}
          >
            {nameservers?.length ? (
              <ul>
                {nameservers.map((host) => (
                  <li key={host} className="wrap-anywhere">
                    {host}
                  </li>
                ))}
              </ul>
            ) : (
              m.registry_unsaid()
            )}
          </Row>
        ) : null}
        {can.includes('lock') ? (
          <Row
            name={m.registry_lock()}
            about={
              is_locked === null
                ? undefined
                : is_locked
                  ? m.registry_locked_about()
                  : m.registry_unlocked_about()
            }
            act={button(
              is_locked === false ? m.registry_do_lock() : m.registry_do_unlock(),
              () => act.mutate('lock'),
              sending('lock'),
            )}
          >
            {is_locked === null
              ? m.registry_unsaid()
              : is_locked
                ? m.registry_locked()
                : m.registry_unlocked()}
          </Row>
        ) : null}
        {can.includes('privacy') ? (
          <Row
            name={m.registry_privacy()}
            about={
              is_private === null
                ? undefined
                : is_private
                  ? m.registry_private_about()
                  : m.registry_public_about()
            }
            act={button(
              is_private ? m.registry_do_show() : m.registry_do_hide(),
              () => act.mutate('privacy'),
              sending('privacy'),
            )}
          >
            {is_private === null
              ? m.registry_unsaid()
              : is_private
                ? m.registry_private()
                : m.registry_public()}
          </Row>
        ) : null}
        {can.includes('contacts') ? (
          <Row
            name={m.registry_holder()}
            act={button(m.registry_do_holder(), () => act.mutate('contacts'), sending('contacts'))}
          >
            <span className="font-normal">{m.registry_holder_about()}</span>
            {act.variables === 'contacts' ? <HolderProblem error={act.error} name={name} /> : null}
          </Row>
        ) : null}
        {can.includes('auth-code') ? (
          <Row name={m.registry_code()} act={button(m.registry_code_show(), () => setOpened('code'))}>
            <span className="font-normal">{m.registry_code_about()}</span>
          </Row>
        ) : null}
      </dl>
      {opened === 'nameservers' ? (
        <NameserversDialog id={id} name={name} registry={registry} onClose={() => setOpened(undefined)} />
      ) : null}
      {opened === 'code' ? <CodeDialog id={id} onClose={() => setOpened(undefined)} /> : null}
    </Card>
  )
}

function Change({ change: { kind, state, words } }: { change: NonNullable<Registry['change']> }) {
  const what = changeLabels[kind]()
  return state === 'under-way' ? (
    <Notice className="mt-3">{m.registry_under_way({ what })}</Notice>
  ) : (
    <Notice tone="warning" className="mt-3">
      {words ? m.registry_refused_words({ what, words }) : m.registry_refused({ what })}
    </Notice>
  )
}

interface RowProps {
  name: string
  about?: string | undefined
  act?: ReactNode
  children: ReactNode
}

const Row = ({ name, about, act, children }: RowProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="min-w-0 flex-1 basis-48">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-0.5 font-semibold">{children}</dd>
      {about ? <dd className="mt-0.5 text-sm text-muted">{about}</dd> : null}
    </div>
    {act ? <dd className="shrink-0">{act}</dd> : null}
  </div>
)
