import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Activity,
  Banknote,
  CalendarClock,
  Download,
  HandCoins,
  Inbox,
  LayoutDashboard,
  Lock,
  MessageSquare,
  MessagesSquare,
  Package,
  Radar,
  ScrollText,
  Send,
  Settings,
  ShoppingBag,
  TrendingUp,
  Users,
  UserCog,
  Webhook,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useMatch } from 'react-router'
import { accountsApi } from '../../features/accounts/ui/accounts.api.ts'
import { givenName } from '../../shared/people/person.ts'
import { productList } from '../../features/product-screens/ui/products.ts'
import { m } from '../../paraglide/messages.js'
import { StaffAccess, useMay } from '../../client/session/staff.tsx'
import { Area } from './area/Area.tsx'
import type { AreaEntry, EntryGroup, Marks, Person } from './area/entry.ts'
import { LoadingPage, SignedIn } from './SignedIn.tsx'
import { isSecondFactorNeeded, errorSentence } from '../../client/error-messages.ts'
import { Button } from '../../kit/Button.tsx'
import { pageTitle } from '../../kit/page/page-title.ts'
import { MessagePage } from '../../kit/page/MessagePage.tsx'
import { toast } from '../../kit/overlay/toasts.tsx'
import { useWaiting, type Waiting, waitingInAll } from '../../features/insights/ui/insights.api.ts'
import { useWaitingMark } from './area/waiting-mark.ts'
import {
  SecondFactorOffer,
  SecondFactorRequired,
} from '../../features/accounts/ui/security/AdminSecondFactor.tsx'
import { EmptyState } from '../../kit/list/list-states.tsx'
import { PageHeader } from '../../kit/page/PageHeader.tsx'
import { staffRoleLabels } from '../../client/session/role-labels.ts'
import { SearchButton } from '../../features/search/ui/SearchButton.tsx'
import { PersonMenu } from './PersonMenu.tsx'

const CHAT = '/admin/chat'
const CUSTOMERS = '/admin/profiles'
const PAYMENTS = '/admin/payments'
const REPORTS = '/admin/reports'
const RECEIVED = '/admin/payments/import'

const inbox: AreaEntry = { to: '/admin/inbox', icon: Inbox, label: m.inbox_title, brief: m.inbox_title }

/** The six screens of the specification, in its order. */
const entries: AreaEntry[] = [
  {
    to: '/admin',
    icon: LayoutDashboard,
    label: m.area_admin_dashboard,
    brief: m.common_overview,
    exact: true,
  },
  {
    to: CUSTOMERS,
    needs: 'customers.read',
    icon: Users,
    label: m.area_user_list,
    brief: m.common_customers,
  },
  ...productList.map(({ screens, menu }) => ({
    to: screens.admin,
    needs: 'requests.read' as const,
    icon: menu.icon,
    label: menu.adminLabel,
    brief: menu.label,
  })),
  { to: '/admin/users', needs: 'accounts.read', icon: UserCog, label: m.common_users, brief: m.common_users },
]

const groups: EntryGroup[] = [
  {
    heading: m.settings_group_sales,
    entries: [
      {
        to: '/admin/orders',
        needs: 'requests.read',
        icon: ShoppingBag,
        label: m.common_orders,
        brief: m.common_orders,
      },
      {
        to: '/admin/services',
        needs: 'services.read',
        icon: Package,
        label: m.common_services,
        brief: m.common_services,
      },
    ],
  },
  {
    heading: m.common_contact,
    entries: [
      {
        to: CHAT,
        needs: 'messages.read',
        icon: MessagesSquare,
        label: m.common_live_chat,
        brief: m.common_chat,
      },
      {
        to: '/admin/messages',
        needs: 'messages.read',
        icon: MessageSquare,
        label: m.common_messages,
        brief: m.common_messages,
      },
    ],
  },
  {
    heading: m.area_money,
    entries: [
      {
        to: PAYMENTS,
        needs: 'payments.read',
        icon: Banknote,
        label: m.common_payments,
        brief: m.area_money,
        exact: true,
      },
      {
        to: RECEIVED,
        needs: 'payments.read',
        icon: HandCoins,
        label: m.common_received_money,
        brief: m.common_received_money,
      },
      {
        to: '/admin/payments/due',
        needs: 'payments.read',
        icon: CalendarClock,
        label: m.common_amounts_due,
        brief: m.common_amounts_due,
      },
      {
        to: '/admin/payments/exports',
        needs: 'payments.read',
        icon: Download,
        label: m.exports_title,
        brief: m.exports_title,
      },
      {
        to: REPORTS,
        needs: 'overview.read',
        icon: TrendingUp,
        label: m.insights_reports,
        brief: m.insights_reports,
      },
    ],
  },
  {
    heading: m.settings_group_system,
    folded: true,
    entries: [
      {
        to: '/admin/audit',
        needs: 'audit.read',
        icon: ScrollText,
        label: m.common_audit_log,
        brief: m.area_audit,
      },
      { to: '/admin/mail', needs: 'messages.read', icon: Send, label: m.common_mail, brief: m.common_mail },
      {
        to: '/admin/availability',
        needs: 'operations.read',
        icon: Radar,
        label: m.common_availability,
        brief: m.common_availability,
      },
      {
        to: '/admin/operations',
        needs: 'operations.read',
        icon: Activity,
        label: m.area_operations,
        brief: m.area_operations,
      },
      {
        to: '/admin/webhooks',
        needs: 'settings.read',
        icon: Webhook,
        label: m.common_webhooks_and_keys,
        brief: m.area_webhooks_brief,
      },
      {
        to: '/admin/settings',
        needs: 'settings.read',
        icon: Settings,
        label: m.common_settings,
        brief: m.common_settings,
      },
    ],
  },
]

const all = [inbox, ...entries, ...groups.flatMap((group) => group.entries)]

/** What the search finds beside the entries. */
const searched = [
  ...all,
  { to: '/admin/answer-times', needs: 'staff.read' as const, label: m.answer_time_title },
  { to: '/admin/profile', label: m.area_profile_settings },
  { to: '/admin/notifications', label: m.staff_call_title },
]

export const handle = { firstCalls: () => ['/api/profile', '/api/admin/waiting'] }

export const meta = pageTitle(() => ({ title: m.area_admin_dashboard() }))

/** Everything under /admin, for admins only. */
export default function AdminArea() {
  return (
    <SignedIn waiting={m.area_loading_admin()} returns={false} hasCart={false}>
      {(email) => <Screens email={email} />}
    </SignedIn>
  )
}

function Screens({ email }: { email: string }) {
  const profile = useQuery(accountsApi.profile.queryOptions())
  const isAsked = profile.isError && isSecondFactorNeeded(profile.error)
  // The profile can be read once the factor is on, but the recovery codes are still to be saved.
  const [isSettingUp, setSettingUp] = useState(false)
  if (isAsked && !isSettingUp) setSettingUp(true)
  if (isSettingUp)
    return <SecondFactorRequired onDone={() => void profile.refetch().finally(() => setSettingUp(false))} />
  if (profile.data && profile.data.role !== 'admin') return <NotAdmin />
  if (profile.data)
    return (
      <StaffAccess
        role={staffRoleLabels[profile.data.staff_role ?? 'owner']()}
        permissions={profile.data.permissions}
      >
        <AdminFrame person={{ name: givenName(profile.data), email: profile.data.email ?? email }} />
      </StaffAccess>
    )
  if (profile.isError)
    return (
      <MessagePage title={m.area_role_unknown()} text={errorSentence(m.failure_server_down)(profile.error)}>
        <Button busy={profile.isFetching} onClick={() => void profile.refetch()}>
          {m.kit_try_again()}
        </Button>
      </MessagePage>
    )
  return <LoadingPage text={m.area_loading_admin()} />
}

/** One element, so that a change of the frame does not render the screen again. */
const screen = <Outlet />

/** A component of its own, so that only admins load what waits. */
function AdminFrame({ person }: { person: Person }) {
  const waiting = useWaiting().data
  const marks = marksOf(waiting)
  useWaitingMark(marks[inbox.to] ?? 0)
  useArrivalSound(waiting)
  const isOverview = useMatch('/admin') !== null
  const { pathname } = useLocation()
  const may = useMay()
  const isOpen = ({ needs }: Pick<AreaEntry, 'needs'>) => !needs || may(needs)
  const here = all.find(({ to, exact }) => pathname === to || (!exact && pathname.startsWith(`${to}/`)))
  return (
    <Area
      name={m.area_admin()}
      deep
      lead={inbox}
      entries={entries.filter(isOpen)}
      groups={groups.flatMap((group) => {
        const open = group.entries.filter(isOpen)
        return open.length ? { ...group, entries: open } : []
      })}
      inBar={[inbox.to, CUSTOMERS, PAYMENTS, CHAT]}
      marks={marks}
      person={person}
      links={<SearchButton screens={searched.filter(isOpen)} />}
      menu={<PersonMenu profile="/admin/profile" notifications="/admin/notifications" />}
    >
      {isOverview ? <SecondFactorOffer /> : null}
      {here && !isOpen(here) ? (
        <>
          <PageHeader title={here.label()} />
          <EmptyState icon={Lock} title={m.area_not_yours()}>
            {m.area_not_yours_text()}
          </EmptyState>
        </>
      ) : (
        screen
      )}
    </Area>
  )
}

/** Plays a sound when more waits than before, for admins who want one. Its code is loaded then. */
function useArrivalSound(waiting: Waiting | undefined) {
  const client = useQueryClient()
  const last = useRef(waiting)
  useEffect(() => {
    const before = last.current
    last.current = waiting
    if (!waiting || !before || waiting === before) return
    import('../../features/staff-notifications/ui/arrival-sound.ts')
      .then(({ soundArrival }) => soundArrival(client, before, waiting))
      // Without a network there is no sound.
      .catch(() => {})
  }, [client, waiting])
}

/** What waits in each queue, by the address of its screen. Renewals are carried out from the overview. */
function marksOf(waiting: Waiting | undefined): Marks {
  if (!waiting) return {}
  const { requests, orders, payments, claims, renewals, refunds, messages, chats, mails, alarms } = waiting
  return {
    ...Object.fromEntries(
      productList.map(({ name, screens }) => [
        screens.admin,
        requests.find(({ kind }) => kind === name)?.count ?? 0,
      ]),
    ),
    '/admin': renewals,
    '/admin/orders': orders + refunds,
    [PAYMENTS]: claims,
    [RECEIVED]: payments,
    '/admin/messages': messages,
    '/admin/mail': mails,
    '/admin/operations': alarms,
    [CHAT]: chats,
    [inbox.to]: waitingInAll(waiting),
  }
}

/** Loads the home page, which shows the reason, because a toast does not survive the page load. */
function NotAdmin() {
  useEffect(() => {
    toast.error(m.site_admins_only())
    window.location.replace('/?notice=admins-only')
  }, [])
  return <LoadingPage text={m.area_loading_admin()} />
}
