import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { perTerm } from '../../catalogue/ui/price-rates.tsx'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { useMay } from '../../../client/session/staff.tsx'
import { Card } from '../../../kit/Card.tsx'
import { FormattedDate, RelativeTime } from '../../../kit/dates.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { formatDecimal, sumsByCurrency } from '../../../shared/money/money.ts'
import { StateBadge } from '../../inbox/ui/inbox-columns.tsx'
import { kindTexts } from '../../inbox/ui/kind-texts.ts'
import { useCustomerCredit } from '../../money/ui/ledger/CustomerCredit.tsx'
import { products } from '../../product-screens/ui/products.ts'
import { customersApi } from './customers.api.ts'
import type { SectionProps } from './section.tsx'

const NotesSection = loadedLater(() => import('./NotesSection.tsx').then((file) => file.NotesSection))

/** A customer at a glance: the money, what waits, what expires next, the last contact, and the notes. */
export function CustomerOverview({ profile, name }: SectionProps) {
  const query = useQuery(customersApi.overview.queryOptions({ input: { profile } }))
  const may = useMay()
  if (!query.data)
    return query.isError ? (
      <ErrorState title={m.customers_overview_failed()} query={query}>
        {outageMessage(query.error)}
      </ErrorState>
    ) : (
      <Skeleton className="h-64 w-full" />
    )
  const { services, service_count, work, due, paid, last_contact } = query.data
  const renewals = services.flatMap(({ renewal }) => renewal ?? [])
  const at = `/admin/profiles/${profile}`
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card className="flex flex-wrap gap-x-10 gap-y-4 col-span-full">
        {may('payments.read') ? (
          <Figure label={m.orders_due()}>
            {due.length ? (
              due.map(({ amount, currency, overdue }) => (
                <Link key={currency} to={`${at}/money`} className="block underline underline-offset-4">
                  {formatDecimal(amount, currency)}
                  {overdue ? (
                    <span className="ml-2 text-base font-semibold text-danger">
                      {m.customers_overdue({ count: overdue })}
                    </span>
                  ) : null}
                </Link>
              ))
            ) : (
              <span className="text-muted">{m.customers_nothing()}</span>
            )}
          </Figure>
        ) : null}
        {may('payments.read') ? (
          <Figure label={m.customers_paid_all()}>
            {paid.length ? (
              sumsByCurrency(paid).map((sum) => (
                <Link key={sum} to={`${at}/money`} className="block underline underline-offset-4">
                  {sum}
                </Link>
              ))
            ) : (
              <span className="text-muted">{m.customers_nothing()}</span>
            )}
          </Figure>
        ) : null}
        <Credit profile={profile} />
        {renewals.length ? (
          <Figure label={m.customers_renewals({ count: renewals.length })}>
            {sumsByCurrency(renewals).map((sum) => (
              <Link key={sum} to={`${at}/services`} className="block underline underline-offset-4">
                {sum}
              </Link>
            ))}
          </Figure>
        ) : null}
        {may('messages.read') ? (
          <Figure label={m.customers_last_contact()}>
            {last_contact ? (
              <Link to={`${at}/contact`} className="underline underline-offset-4">
                <RelativeTime at={last_contact.at} />
                <span className="ml-2 text-base font-normal text-muted">
                  {last_contact.way === 'mail'
                    ? m.common_email()
                    : last_contact.by_shop
                      ? m.customers_chat_by_shop()
                      : m.customers_chat_by_customer()}
                </span>
              </Link>
            ) : (
              <span className="text-muted">{m.customers_no_contact()}</span>
            )}
          </Figure>
        ) : null}
      </Card>
      <div className="flex flex-col gap-5">
        <Lines title={m.customers_work()} none={m.customers_work_none()}>
          {work.map(({ kind, id, state, title, since }) => (
            <Line
              key={`${kind} ${id}`}
              to={`/admin/inbox?kind=${kind}&item=${id}`}
              name={title || kindTexts[kind].one()}
              end={<RelativeTime at={since} />}
            >
              <StateBadge state={state} />
            </Line>
          ))}
        </Lines>
        {may('services.read') ? (
          <Lines
            title={m.customers_expiring()}
            none={m.customers_no_services_yet()}
            all={
              service_count > services.length ? (
                <Link to={`${at}/services`} className="font-semibold text-primary hover:underline">
                  {m.customers_all_services({ count: service_count })}
                </Link>
              ) : null
            }
          >
            {services.map(({ id, kind, name: held, expires_at, renewal }) => (
              <Line
                key={id}
                to={`/admin/services/${id}`}
                name={held}
                end={expires_at ? <FormattedDate at={expires_at} /> : '—'}
              >
                <span className="text-muted">
                  {[
                    products[kind].menu.label(),
                    renewal &&
                      `${formatDecimal(renewal.amount, renewal.currency)} ${perTerm(renewal.months)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Line>
            ))}
          </Lines>
        ) : null}
      </div>
      <Card>
        <h2 className="mb-3 text-lg font-bold">{m.customers_notes()}</h2>
        <Suspense fallback={<Skeleton className="h-32 w-full" />}>
          <NotesSection profile={profile} name={name} />
        </Suspense>
      </Card>
    </div>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <p className="text-sm text-muted">{label}</p>
    <div className="text-lg font-bold tabular-nums">{children}</div>
  </div>
)

function Credit({ profile }: { profile: string }) {
  const { data } = useCustomerCredit(profile)
  const credits = data?.items ?? []
  if (!credits.length) return null
  return (
    <Figure label={m.credit_of_customer()}>
      {credits.map(({ amount, currency }) => (
        <p key={currency} className={amount < 0 ? 'text-danger' : undefined}>
          {formatDecimal(amount, currency)}
        </p>
      ))}
    </Figure>
  )
}

interface LinesProps {
  title: string
  none: string
  all?: ReactNode
  children: ReactNode[]
}

const Lines = ({ title, none, all, children }: LinesProps) => (
  <Card>
    <h2 className="mb-2 text-lg font-bold">{title}</h2>
    {children.length ? (
      <ul className="divide-y divide-line">{children}</ul>
    ) : (
      <p className="text-muted">{none}</p>
    )}
    {all ? <p className="mt-3">{all}</p> : null}
  </Card>
)

interface LineProps {
  to: string
  name: string
  /** A date or a time. */
  end: ReactNode
  children: ReactNode
}

const Line = ({ to, name, end, children }: LineProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5">
    <Link
      to={to}
      className="inline-flex min-h-6 min-w-0 items-center font-semibold wrap-anywhere underline decoration-line underline-offset-4"
    >
      {name}
    </Link>
    <span className="text-sm">{children}</span>
    <span className="ml-auto text-sm whitespace-nowrap text-muted">{end}</span>
  </li>
)
