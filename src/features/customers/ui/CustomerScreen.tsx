import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import type { Permission } from '../../../shared/people/permissions.ts'
import { customersApi } from './customers.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { Copyable } from '../../../kit/Copyable.tsx'
import { CardSkeletons, Skeleton } from '../../../kit/Skeleton.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { CountryName } from '../../countries/ui/CountryField.tsx'
import { profileDetails } from '../../../client/profile-labels.ts'
import { contactName, displayName } from '../../../shared/people/person.ts'
import { Presence } from '../../presence/ui/Presence.tsx'
import { DomainsSection } from './DomainsSection.tsx'
import type { SectionProps } from './section.tsx'

export const meta = pageTitle(() => ({ title: m.area_user_list() }))

type Named = (inputs: { name: string }) => string

interface Section {
  /** The last part of its address. */
  path: string
  /** The permission that it needs beside the one of the screen. */
  needs?: Permission
  label: () => string
  title: Named
  Content: ComponentType<SectionProps>
}

const loadProducts = () => import('./ProductSections.tsx')
const loadMoney = () => import('./MoneySections.tsx')
const loadContact = () => import('./ContactSections.tsx')

/** What is shown of a customer. The domain management comes first, and the others are loaded when they are opened. */
const sections: [Section, ...Section[]] = [
  { path: '', label: m.common_domains, title: m.customers_domains_of, Content: DomainsSection },
  {
    path: 'emails',
    label: m.area_emails,
    title: m.customers_emails_of,
    Content: loadedLater(() => loadProducts().then(({ EmailsSection }) => EmailsSection)),
  },
  {
    path: 'hosting',
    label: m.common_hosting,
    title: m.customers_hosting_of,
    Content: loadedLater(() => loadProducts().then(({ HostingSection }) => HostingSection)),
  },
  {
    path: 'orders',
    needs: 'requests.read',
    label: m.common_orders,
    title: m.customers_orders_of,
    Content: loadedLater(() => loadMoney().then(({ OrdersSection }) => OrdersSection)),
  },
  {
    path: 'payments',
    needs: 'payments.read',
    label: m.common_payments,
    title: m.customers_payments_of,
    Content: loadedLater(() => loadMoney().then(({ PaymentsSection }) => PaymentsSection)),
  },
  {
    path: 'papers',
    needs: 'payments.read',
    label: m.customers_invoices,
    title: m.customers_invoices_of,
    Content: loadedLater(() => loadMoney().then(({ InvoicesSection }) => InvoicesSection)),
  },
  {
    path: 'chat',
    needs: 'messages.read',
    label: m.common_chat,
    title: m.customers_chat_with,
    Content: loadedLater(() => loadContact().then(({ ChatSection }) => ChatSection)),
  },
  {
    path: 'mails',
    needs: 'messages.read',
    label: m.common_mail,
    title: m.customers_mails_to,
    Content: loadedLater(() => loadContact().then(({ MailsSection }) => MailsSection)),
  },
  {
    path: 'notes',
    label: m.customers_notes,
    title: m.customers_notes_on,
    Content: loadedLater(() => import('./NotesSection.tsx').then(({ NotesSection }) => NotesSection)),
  },
  {
    path: 'audit',
    needs: 'audit.read',
    label: m.area_audit,
    title: m.customers_audit_of,
    Content: loadedLater(() => loadContact().then(({ AuditSection }) => AuditSection)),
  },
]

/** One customer: the domain management, operated by an admin, and everything else about the customer. */
export default function CustomerScreen() {
  const { id = '', section: path = '' } = useParams()
  const may = useMay()
  const open = sections.filter(({ needs }) => !needs || may(needs))
  const section = open.find((one) => one.path === path) ?? sections[0]
  const customer = useQuery(
    customersApi.show.queryOptions({ input: { profile: id }, meta: { failure: m.review_profiles_failed } }),
  )
  return (
    <>
      <BackLink to="/admin/profiles">{m.area_user_list()}</BackLink>
      {customer.data ? (
        <>
          <CustomerHeader customer={customer.data} title={section.title} />
          <Presence entity="profile" id={id} className="-mt-2 mb-4" />
          <SectionLinks profile={id} sections={open} current={section} />
          <Suspense fallback={<CardSkeletons />}>
            {/* The key resets the forms: values typed for one customer are never sent for another. */}
            <section.Content
              key={`${id} ${section.path}`}
              profile={id}
              name={displayName(customer.data) ?? m.common_unnamed_customer()}
            />
          </Suspense>
        </>
      ) : customer.isError ? (
        <ErrorState title={m.review_profiles_failed()} query={customer}>
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

function CustomerHeader({ customer, title }: { customer: Customer; title: Named }) {
  const name = displayName(customer) ?? m.common_unnamed_customer()
  const { email, phone_number, country } = customer
  return (
    <header className="mb-4">
      <h1 className="text-2xl font-black wrap-anywhere">{title({ name })}</h1>
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
    </header>
  )
}

const ContactLink = ({ to, children }: { to: string; children: string }) => (
  <Copyable text={children}>
    <a
      href={to}
      className="inline-flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline"
    >
      {children}
    </a>
  </Copyable>
)

interface SectionLinksProps {
  profile: string
  sections: readonly Section[]
  current: Section
}

/** The links to the sections, in one row that scrolls sideways on a phone. */
function SectionLinks({ profile, sections: shown, current }: SectionLinksProps) {
  return (
    <nav
      aria-label={m.customers_sections()}
      className="mb-6 border-b border-line max-xl:overflow-x-auto max-lg:-mx-4 max-lg:px-4 sm:max-lg:-mx-6 sm:max-lg:px-6"
    >
      <ul className="flex gap-1 max-xl:w-max">
        {shown.map(({ path, label }) => (
          <li key={path}>
            <Link
              to={['/admin/profiles', profile, path].filter(Boolean).join('/')}
              preventScrollReset
              ref={path === current.path ? showInRow : undefined}
              aria-current={path === current.path ? 'page' : undefined}
              className="-mb-px inline-flex h-10 touch items-center border-b-2 border-transparent px-3 font-medium text-muted -outline-offset-2 hover:text-ink aria-[current]:border-primary aria-[current]:font-semibold aria-[current]:text-primary"
            >
              {label()}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const showInRow = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

function isNotFound(error: unknown) {
  const failure = classifyFailure(error)
  return failure.kind === 'refused' && (failure.code === 'NOT_FOUND' || failure.code === 'BAD_REQUEST')
}
