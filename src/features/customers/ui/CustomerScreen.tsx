import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { customersApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { DomainManagement } from '../../domains/ui/DomainManagement.tsx'
import { domainsOf } from './calls-for.ts'
import { CountryName } from './CountryName.tsx'
import { profileDetails } from '../../../client/profile-labels.ts'
import { contactName, displayName } from '../../../shared/person.ts'

export const meta = pageTitle(() => ({ title: m.area_user_list() }))

/** One customer's domain management, as the customer has it, in the hands of an admin. */
export default function CustomerScreen() {
  const { id = '' } = useParams()
  const customer = useQuery(
    customersApi.show.queryOptions({ input: { profile: id }, meta: { failure: m.review_profiles_failed } }),
  )
  const product = useMemo(() => domainsOf(id), [id])
  return (
    <>
      <Link
        to="/admin/profiles"
        className="mb-3 inline-flex touch items-center gap-1.5 text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {m.area_user_list()}
      </Link>
      {customer.data ? (
        <>
          <Head customer={customer.data} />
          {/* A customer of one's own for each: what was typed for one is never sent for the next. */}
          <DomainManagement key={id} product={product} />
        </>
      ) : customer.isError ? (
        <ErrorState
          title={m.review_profiles_failed()}
          onRetry={() => void customer.refetch()}
          busy={customer.isFetching}
        >
          {isGone(customer.error) ? m.customers_gone() : outageMessage(customer.error)}
        </ErrorState>
      ) : (
        <div aria-busy className="flex flex-col gap-4">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </>
  )
}

type Customer = Awaited<ReturnType<typeof customersApi.show.call>>

function Head({ customer }: { customer: Customer }) {
  const name = displayName(customer) ?? m.customers_unnamed()
  const { email, phone_number, country } = customer
  return (
    <header className="mb-6 flex flex-col gap-3">
      <div>
        <h1 className="text-2xl font-black wrap-anywhere">{m.customers_domains_of({ name })}</h1>
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-muted wrap-anywhere">
          {contactName(customer) ? <span>{contactName(customer)}</span> : null}
          {email ? <Way to={`mailto:${email}`}>{email}</Way> : null}
          {phone_number ? <Way to={`tel:${phone_number}`}>{phone_number}</Way> : null}
          {country ? <CountryName code={country} /> : null}
          {profileDetails(customer).map(({ column, label, value }) => (
            <span key={column}>
              {label}: {value}
            </span>
          ))}
        </p>
      </div>
      <Notice>{m.customers_acting({ name })}</Notice>
    </header>
  )
}

const Way = ({ to, children }: { to: string; children: string }) => (
  <a href={to} className="inline-flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline">
    {children}
  </a>
)

function isGone(error: unknown) {
  const failure = classifyFailure(error)
  return failure.kind === 'refused' && (failure.code === 'NOT_FOUND' || failure.code === 'BAD_REQUEST')
}
