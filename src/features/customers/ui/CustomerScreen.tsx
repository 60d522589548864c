import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type ComponentType, Suspense } from 'react'
import { Link, useParams } from 'react-router'
import type { Permission } from '../../../shared/people/permissions.ts'
import { customersApi } from './customers.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { Copyable } from '../../../kit/Copyable.tsx'
import { MomentDay } from '../../../kit/dates.tsx'
import { Menu, MenuLink } from '../../../kit/overlay/Menu.tsx'
import { CardSkeletons, Skeleton } from '../../../kit/Skeleton.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { CountryName } from '../../countries/ui/CountryField.tsx'
import { profileDetails } from '../../../client/profile-labels.ts'
import { contactName, displayName } from '../../../shared/people/person.ts'
import { Presence } from '../../presence/ui/Presence.tsx'
import { CustomerOverview } from './CustomerOverview.tsx'
import { ActingBanner, type SectionProps } from './section.tsx'

export const meta = pageTitle(() => ({ title: m.area_user_list() }))

interface Section {
  /** The last part of its address. */
  path: string
  /** The permission that it needs beside the one of the screen. */
  needs?: Permission
  label: () => string
  /** The heading of a screen of the customer's own. */
  title?: (inputs: { name: string }) => string
  Content: ComponentType<SectionProps>
}

const loadProducts = () => import('./ProductSections.tsx')
const loadMoney = () => import('./MoneySections.tsx')
const loadLists = () => import('./ListSections.tsx')
const loadContact = () => import('./ContactSections.tsx')

/** What is known of a customer. The overview comes first, and the others are loaded when they are opened. */
const sections: [Section, ...Section[]] = [
  { path: '', label: m.common_overview, Content: CustomerOverview },
  {
    path: 'services',
    needs: 'services.read',
    label: m.common_services,
    Content: loadedLater(() => loadLists().then(({ ServicesSection }) => ServicesSection)),
  },
  {
    path: 'requests',
    needs: 'requests.read',
    label: m.customers_requests,
    Content: loadedLater(() => loadLists().then(({ RequestsSection }) => RequestsSection)),
  },
  {
    path: 'money',
    needs: 'payments.read',
    label: m.customers_money,
    Content: loadedLater(() => loadMoney().then(({ MoneySection }) => MoneySection)),
  },
  {
    path: 'contact',
    needs: 'messages.read',
    label: m.common_contact,
    Content: loadedLater(() => loadContact().then(({ ContactSection }) => ContactSection)),
  },
  {
    path: 'log',
    needs: 'audit.read',
    label: m.customers_log,
    Content: loadedLater(() => loadContact().then(({ AuditSection }) => AuditSection)),
  },
]

/** Addresses of before, as links in mails and bookmarks have them. */
const former: Record<string, string> = {
  orders: 'requests',
  payments: 'money',
  invoices: 'money',
  chat: 'contact',
  mails: 'contact',
  notes: '',
  audit: 'log',
}

/** The customer's own screens, in which an admin acts for the customer. */
const acting: Section[] = [
  {
    path: 'domains',
    label: m.common_domains,
    title: m.customers_domains_of,
    Content: loadedLater(() => loadProducts().then(({ DomainsSection }) => DomainsSection)),
  },
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
]

/** One customer: everything about them at a glance and in parts, or their own screens, operated by an admin. */
export default function CustomerScreen() {
  const { id = '', section: asked = '' } = useParams()
  const may = useMay()
  const actingIn = acting.find(({ path }) => path === asked)
  const open = actingIn ? acting : sections.filter(({ needs }) => !needs || may(needs))
  const path = former[asked] ?? asked
  const section = actingIn ?? open.find((one) => one.path === path) ?? sections[0]
  const customer = useQuery(
    customersApi.show.queryOptions({ input: { profile: id }, meta: { failure: m.review_profiles_failed } }),
  )
  const name = (customer.data && displayName(customer.data)) ?? m.common_unnamed_customer()
  return (
    <>
      {actingIn ? null : <BackLink to="/admin/profiles">{m.area_user_list()}</BackLink>}
      {customer.data ? (
        <>
          {actingIn ? (
            <>
              <ActingBanner name={name} leave={`/admin/profiles/${id}`} />
              <h1 className="mb-4 text-2xl font-black wrap-anywhere">{actingIn.title?.({ name })}</h1>
            </>
          ) : (
            <>
              <CustomerHeader customer={customer.data} name={name} />
              <Presence entity="profile" id={id} className="-mt-2 mb-4" />
            </>
          )}
          <SectionLinks profile={id} sections={open} current={section} />
          <Suspense fallback={<CardSkeletons />}>
            {/* The key resets the forms: values typed for one customer are never sent for another. */}
            <section.Content key={`${id} ${section.path}`} profile={id} name={name} />
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

function CustomerHeader({ customer, name }: { customer: Customer; name: string }) {
  const { id, email, phone_number, country, created_at } = customer
  const may = useMay()
  return (
    <header className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-black wrap-anywhere">{name}</h1>
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
          <span>
            {m.profile_since()} <MomentDay at={created_at} />
          </span>
        </p>
      </div>
      <Menu
        label={
          <>
            {m.requests_actions()}
            <ChevronDown aria-hidden className="size-4" />
          </>
        }
      >
        <MenuLink to={`/admin/profiles/${id}/domains`}>{m.customers_act_for()}</MenuLink>
        {may('messages.read') ? (
          <MenuLink to={`/admin/chat?with=${id}`}>{m.customers_write_chat()}</MenuLink>
        ) : null}
        {may('accounts.read') ? (
          <MenuLink to={`/admin/users?q=${encodeURIComponent(email ?? '')}&user=${id}`}>
            {m.customers_account()}
          </MenuLink>
        ) : null}
      </Menu>
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
