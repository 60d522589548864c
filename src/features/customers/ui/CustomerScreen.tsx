import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { customersApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { failureReason, outageMessage } from '../../../client/error-messages.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { CustomerCredit } from '../../payments/ui/credit/CustomerCredit.tsx'
import { CustomerTax } from '../../papers/ui/CustomerTax.tsx'
import { DomainManagement } from '../../domains/ui/DomainSearch.tsx'
import { CountryName } from '../../countries/ui/CountryField.tsx'
import { profileDetails } from '../../../client/profile-labels.ts'
import { contactName, displayName } from '../../../shared/person.ts'
import { domainProduct } from '../../domains/ui/domain-product.ts'
import { type ProductRecord, recordsApi, type RequestsApi } from '../../requests/ui/api.ts'
import type { Product } from '../../requests/ui/product.ts'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { useNow } from '../../../kit/dates.tsx'

export const meta = pageTitle(() => ({ title: m.area_user_list() }))

/** One customer's domain management, operated by an admin. */
export default function CustomerScreen() {
  const { id = '' } = useParams()
  const customer = useQuery(
    customersApi.show.queryOptions({ input: { profile: id }, meta: { failure: m.review_profiles_failed } }),
  )
  const product = useMemo(() => domainsFor(id), [id])
  return (
    <>
      <BackLink to="/admin/profiles">{m.area_user_list()}</BackLink>
      {customer.data ? (
        <>
          <CustomerHeader customer={customer.data} />
          <CustomerCredit key={`credit ${id}`} profile={id} />
          {/* The key resets the forms: values typed for one customer are never sent for another. */}
          <DomainManagement key={id} product={product} />
        </>
      ) : customer.isError ? (
        <ErrorState
          title={m.review_profiles_failed()}
          onRetry={() => void customer.refetch()}
          busy={customer.isFetching}
        >
          {isNotFound(customer.error) ? m.customers_gone() : outageMessage(customer.error)}
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

function CustomerHeader({ customer }: { customer: Customer }) {
  const name = displayName(customer) ?? m.customers_unnamed()
  const { email, phone_number, country } = customer
  return (
    <header className="mb-6 flex flex-col gap-3">
      <div>
        <h1 className="text-2xl font-black wrap-anywhere">{m.customers_domains_of({ name })}</h1>
        <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-muted wrap-anywhere">
          {contactName(customer) ? <span>{contactName(customer)}</span> : null}
          {email ? <ContactLink to={`mailto:${email}`}>{email}</ContactLink> : null}
          {phone_number ? <ContactLink to={`tel:${phone_number}`}>{phone_number}</ContactLink> : null}
          {country ? <CountryName code={country} /> : null}
          {profileDetails(customer).map(({ column, label, value }) => (
            <span key={column}>
              {label}: {value}
            </span>
          ))}
        </p>
      </div>
      <div className="-ml-3">
        <CustomerTax profile={customer.id} />
      </div>
      <Notice>{m.customers_acting({ name })}</Notice>
    </header>
  )
}

const ContactLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} className="inline-flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline">
    {children}
  </a>
)

function isNotFound(error: unknown) {
  const failure = classifyFailure(error)
  return failure.kind === 'refused' && (failure.code === 'NOT_FOUND' || failure.code === 'BAD_REQUEST')
}

type Options = { input: ((cursor: string | undefined) => object) | object }

/** An admin's endpoint with the signature of the customer's own one: it adds the customer's id. */
function forCustomer(profile: string, name: keyof typeof customersApi) {
  // All endpoints of the client have these methods. Only their input and output types differ.
  const endpoint = customersApi[name] as unknown as {
    call: (input: object, ...rest: unknown[]) => unknown
    key: (options?: object) => unknown
    infiniteOptions: (options: Options) => unknown
  }
  return {
    ...endpoint,
    key: () => endpoint.key({ input: { profile } }),
    call: (input: object, ...rest: unknown[]) => endpoint.call({ ...input, profile }, ...rest),
    infiniteOptions: ({ input, ...options }: Options) =>
      endpoint.infiniteOptions({
        ...options,
        input: (cursor: string | undefined) => ({
          ...(typeof input === 'function' ? input(cursor) : input),
          profile,
        }),
      }),
  }
}

/** The product "domain" for an admin who acts for a customer: other endpoints, and the release of expired names. */
const domainsFor = (profile: string): Product => ({
  ...domainProduct,
  texts: {
    ...domainProduct.texts,
    mine: m.domains_review_title,
    asked: m.customers_asked,
    noneYet: m.customers_no_requests_yet,
  },
  record: {
    ...domainProduct.record,
    act: ReleaseRecord,
    texts: { ...domainProduct.record.texts, mine: m.area_domains, noneYet: m.customers_no_domains_yet },
  },
  calls: {
    ...domainProduct.calls,
    list: forCustomer(profile, 'requests'),
    submit: forCustomer(profile, 'submit'),
    claimPayment: forCustomer(profile, 'claimPayment'),
    records: forCustomer(profile, 'domains'),
    renew: forCustomer(profile, 'renew'),
  } as unknown as RequestsApi,
})

/** Releases an expired name after a confirmation. It can't be undone. */
function ReleaseRecord({ record, name }: { record: ProductRecord; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const client = useQueryClient()
  const release = useMutation({
    mutationFn: () => recordsApi.release.call({ id: record.id }),
    onSuccess: ({ open_renewal }) => {
      toast.success(m.customers_released({ name }))
      if (open_renewal) toast.notice(m.customers_release_renewal({ name }))
    },
    onError: (error) => toast.error(`${m.customers_release_failed()} ${failureReason(error, domainProduct)}`),
    onSettled: () => {
      setOpen(false)
      return client.invalidateQueries({ queryKey: customersApi.key() })
    },
  })
  if (record.expires_at === null || Date.parse(record.expires_at) > now) return null
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 sm:-my-1.5"
        aria-label={m.customers_release_name({ name })}
        onClick={() => setOpen(true)}
      >
        {m.customers_release()}
      </Button>
      <ConfirmDialog
        danger
        open={isOpen}
        onClose={() => setOpen(false)}
        title={m.customers_release_title({ name })}
        confirm={m.customers_release()}
        onConfirm={() => release.mutate()}
        busy={release.isPending}
      >
        {m.customers_release_about()}
      </ConfirmDialog>
    </>
  )
}
