import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { perTerm } from '../../catalogue/ui/price-rates.tsx'
import { TermPrice } from '../../catalogue/ui/price-terms.tsx'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { errorSentence, refusalCode } from '../../../client/error-messages.ts'
import { toastOf } from '../../../client/form/act.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { AskedButton } from '../../../client/form/AskedButton.tsx'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import { FormattedDate, MomentDay, RelativeTime } from '../../../kit/dates.tsx'
import { TextArea } from '../../../kit/form/Field.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { moneyFromDecimal } from '../../../shared/money/money.ts'
import { displayName } from '../../../shared/people/person.ts'
import { actionLabel } from '../../audit/ui/sentences.ts'
import { Related } from '../../related/ui/Related.tsx'
import { products } from '../../product-screens/ui/products.ts'
import { AccessForm } from './AccessForm.tsx'
import { type ServiceDetails, servicesApi } from './services.api.ts'
import { StateBadge } from './service-labels.tsx'
import { ServiceActs } from './ServiceActs.tsx'

export const handle = {
  firstCalls: () => ['/api/admin/services/-'],
}

export const meta = pageTitle(() => ({ title: m.services_one() }))

/** One service: its facts, what an admin can do with it, the notes and the history. */
export default function ServiceScreen() {
  const { id = '' } = useParams()
  const query = useQuery(servicesApi.show.queryOptions({ input: { id } }))
  const service = query.data
  const isWriter = useMay()('services.write')
  return (
    <>
      <BackLink to="/admin/services">{m.common_services()}</BackLink>
      {service ? (
        <>
          <header className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-3">
            <h1 className="text-2xl font-black wrap-anywhere">
              <Copyable text={service.name} />
            </h1>
            <StateBadge state={service.state} />
            {isWriter && service.state !== 'ended' ? <ServiceActs service={service} /> : null}
          </header>
          <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <Card>
              <Facts service={service} />
              <div className="mt-4">
                <Related kind="service" id={service.id} />
              </div>
            </Card>
            <Notes key={id} service={service} isWriter={isWriter} />
          </div>
          <div className="mt-5">
            <AccessForm service={service} isWriter={isWriter && service.state !== 'ended'} isFolded />
          </div>
          <History service={service} />
        </>
      ) : query.isError ? (
        <ErrorState title={m.services_one_failed()} query={query}>
          {errorSentence(m.services_gone)(query.error)}
        </ErrorState>
      ) : (
        <div aria-busy className="flex flex-col gap-4">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-48 w-full" />
          <span className="sr-only">{m.kit_loading()}</span>
        </div>
      )}
    </>
  )
}

function Facts({ service }: { service: ServiceDetails }) {
  const { customer, expires_at, renewal, kind, open_renewal, open_order } = service
  const renewalPage = open_renewal
    ? `${products[kind].screens.admin}?id=${open_renewal}`
    : open_order && `/admin/orders?id=${open_order}`
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2">
      <Fact name={m.insights_product()}>{products[kind].menu.label()}</Fact>
      <Fact name={m.common_customer()}>
        <Link to={`/admin/profiles/${customer.id}`} className="underline wrap-anywhere">
          {displayName(customer) ?? m.common_unnamed_customer()}
        </Link>
      </Fact>
      <Fact name={m.common_since()}>
        <MomentDay at={service.started_at} />
      </Fact>
      <Fact name={m.requests_expires()}>{expires_at ? <FormattedDate at={expires_at} /> : '—'}</Fact>
      <Fact name={m.services_price()}>
        {renewal ? (
          <TermPrice
            price={moneyFromDecimal(renewal.amount, renewal.currency)}
            term={perTerm(renewal.months)}
          />
        ) : (
          m.renewals_no_price()
        )}
      </Fact>
      {renewalPage ? (
        <Fact name={m.common_renewal_requested()}>
          <Link to={renewalPage} className="underline">
            {m.services_open_request()}
          </Link>
        </Fact>
      ) : null}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </>
)

/** What admins note about the service. */
function Notes({ service: { id, notes }, isWriter }: { service: ServiceDetails; isWriter: boolean }) {
  const { field, submit, busy } = useStateForm({
    start: { body: '' },
    problemsOf: ({ body }) => ({ body: body.trim() ? undefined : '' }),
    send: ({ body }) => servicesApi.addNote.call({ id, body }),
    startsOver: true,
    onFailure: toastOf(errorSentence(m.services_note_failed)),
    stale: [servicesApi.show.key()],
  })
  return (
    <Card aria-labelledby="notes">
      <h2 id="notes" className="text-lg font-bold">
        {m.services_notes()}
      </h2>
      <p className="mb-4 text-sm text-muted">{m.services_notes_about()}</p>
      {isWriter ? (
        <form className="flex flex-col items-start gap-3" onSubmit={submit}>
          <TextArea
            label={m.services_note()}
            hideLabel
            className="w-full"
            rows={2}
            {...field('body')}
            maxLength={4000}
          />
          <Button type="submit" variant="secondary" size="small" busy={busy}>
            {m.services_add_note()}
          </Button>
        </form>
      ) : null}
      {notes.length ? (
        <ul className="mt-4 divide-y divide-line border-t border-line">
          {notes.map((note) => (
            <li key={note.id} className="flex items-start gap-3 py-3">
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere whitespace-pre-line">{note.body}</p>
                <p className="text-sm text-muted">
                  {note.author ?? m.services_program()} · <RelativeTime at={note.created_at} />
                </p>
              </div>
              {isWriter ? <RemoveNote id={id} note={note.id} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

const RemoveNote = ({ id, note }: { id: string; note: string }) => (
  <AskedButton
    variant="quiet"
    aria-label={m.services_remove_note()}
    danger
    title={m.services_remove_note_title()}
    about={m.services_remove_note_about()}
    confirm={m.services_remove_note()}
    act={{
      send: () => servicesApi.removeNote.call({ id, note }),
      // Another admin has removed it if it is not found.
      failure: (error) =>
        refusalCode(error) === 'NOT_FOUND' ? undefined : errorSentence(m.services_note_failed)(error),
      stale: [servicesApi.show.key()],
    }}
  >
    <Trash2 aria-hidden className="size-4" />
  </AskedButton>
)

type Act = ServiceDetails['history'][number]

/** The first act of every service, which the log does not have. */
const STARTED = 'record.started'

function History({ service }: { service: ServiceDetails }) {
  const { history } = service
  return (
    <section aria-labelledby="history" className="mt-8">
      <h2 id="history" className="mb-3 text-xl font-bold">
        {m.services_history()}
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {history.map((act) => (
          <li key={act.id} className="grid gap-x-4 gap-y-1 py-3 sm:flex sm:items-baseline">
            <span className="font-semibold">
              {act.action === STARTED ? m.services_began() : actionLabel(act.action, service.name)}
            </span>
            <span className="min-w-0 flex-1 text-muted wrap-anywhere">
              <Change act={act} />
            </span>
            <span className="text-sm text-muted">
              {act.actor ?? m.services_program()} · <RelativeTime at={act.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What an act changed: the expiry, the customer, or the reason that was given. */
function Change({ act: { expires_from, expires_to, customer_from, customer_to, reason } }: { act: Act }) {
  if (customer_to) return `${customer_from ?? '—'} → ${customer_to}`
  if (reason) return reason
  if (!expires_to || expires_from === expires_to) return null
  return (
    <>
      {expires_from ? (
        <>
          <FormattedDate at={expires_from} /> →{' '}
        </>
      ) : (
        `${m.services_until()} `
      )}
      <FormattedDate at={expires_to} />
    </>
  )
}
