import { type ReactNode, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useAct } from '../../../../client/form/act.ts'
import { AskedButton } from '../../../../client/form/AskedButton.tsx'
import { useMay } from '../../../../client/session/staff.tsx'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { FormattedDate, Moment, useMomentFormat } from '../../../../kit/dates.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { differenceTexts } from './difference-labels.ts'
import { namesApi, type RegistrarName } from './names.api.ts'

const reasons = {
  'no-customer': m.names_no_customer,
  held: m.names_held,
  'not-there': m.names_not_there,
}

/** Why a name was not given to a customer. */
class NotImported extends Error {
  override readonly name = 'NotImported'
}

/** Gives one name to a customer. @throws NotImported with the sentence that says why it was not. */
export async function sendImport({ account, name }: RegistrarName, email: string) {
  const { failed } = await namesApi.bring.call({ account, items: [{ name, email }] })
  if (failed[0]) throw new NotImported(reasons[failed[0].reason]())
}

const otherFailure = errorSentence(m.names_import_failed)
export const importFailure = (error: unknown) =>
  error instanceof NotImported ? error.message : otherFailure(error)

/** A name at a registrar: how it differs, what may be done about it, and the facts. */
export function NamePanel({ one }: { one: RegistrarName }) {
  const { difference, is_accepted, service, nameservers, expires_at, read_at, code_shown_at } = one
  const format = useMomentFormat()
  const may = useMay()('services.write')
  const accept = useAct({
    send: () => namesApi.accept.call({ id: one.id, accepted: !is_accepted }),
    failure: errorSentence(m.due_save_failed),
    stale: [namesApi.key()],
  })
  return (
    <div className="flex flex-col gap-4">
      {difference ? (
        <Notice tone={is_accepted ? 'info' : 'warning'}>
          {differenceTexts[difference].about()}
          {difference === 'gone' && code_shown_at ? (
            <b className="mt-1 block">
              {m.names_code_shown({ day: format(code_shown_at, { dateStyle: 'long' }) })}
            </b>
          ) : null}
        </Notice>
      ) : (
        <Notice tone={one.state === 'ours' ? 'success' : 'info'}>
          {one.state === 'ours' ? m.names_same() : read_at ? m.names_absent() : m.names_unread()}
        </Notice>
      )}
      {difference === 'unknown' && may ? <ImportForm one={one} /> : null}
      <div className="flex flex-wrap gap-2">
        {service && difference === 'gone' && may ? (
          <AskedButton
            size="medium"
            variant="secondary"
            title={m.names_end_title({ name: one.name })}
            about={m.names_end_about()}
            confirm={m.names_end()}
            danger
            act={{
              send: () => namesApi.end.call({ id: one.id }),
              done: m.names_ended({ name: one.name }),
              failure: errorSentence(m.names_end_failed, {
                NOT_NOW: m.names_end_not_gone,
                CONFLICT: m.services_conflict,
              }),
              stale: [namesApi.key()],
            }}
          >
            {m.names_end()}
          </AskedButton>
        ) : null}
        {service ? (
          <LinkButton variant="secondary" to={`/admin/services/${service.id}`}>
            {m.names_open_service()}
          </LinkButton>
        ) : null}
        {difference && may ? (
          <Button variant="quiet" busy={accept.isPending} onClick={() => accept.mutate()}>
            {is_accepted
              ? m.names_reject()
              : difference === 'nameservers'
                ? m.names_accept_nameservers()
                : m.names_accept()}
          </Button>
        ) : null}
      </div>
      <dl className="grid gap-3 sm:grid-cols-2">
        <Fact label={m.names_registered_until()}>
          {expires_at ? <FormattedDate at={expires_at} /> : m.names_not_known()}
        </Fact>
        {service ? (
          <Fact label={m.names_paid_until()}>
            {service.expires_at ? <FormattedDate at={service.expires_at} /> : m.names_not_known()}
          </Fact>
        ) : null}
        <Fact label={m.names_nameservers_there()}>{nameservers.join(', ') || m.names_not_known()}</Fact>
        {service?.nameservers ? (
          <Fact label={m.names_nameservers_here()}>{service.nameservers.join(', ')}</Fact>
        ) : null}
        {read_at ? (
          <Fact label={m.names_read()}>
            <Moment at={read_at} />
          </Fact>
        ) : null}
      </dl>
    </div>
  )
}

/** Asks to whom a name belongs. */
function ImportForm({ one }: { one: RegistrarName }) {
  const [email, setEmail] = useState(one.suggested ?? '')
  const act = useAct({
    send: () => sendImport(one, email.trim()),
    done: m.names_imported({ name: one.name }),
    failure: importFailure,
    stale: [namesApi.key()],
  })
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        act.mutate()
      }}
    >
      <TextField
        label={m.names_customer_email()}
        type="email"
        required
        maxLength={320}
        className="min-w-0 flex-1 basis-64"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={act.isPending}>
        {m.names_import()}
      </Button>
    </form>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
)
