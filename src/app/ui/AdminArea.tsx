import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  Banknote,
  LayoutDashboard,
  MessageSquare,
  MessagesSquare,
  Radar,
  ScrollText,
  Send,
  Settings,
  ShoppingBag,
  Users,
  UserCog,
  Webhook,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { Outlet, useMatch } from 'react-router'
import { accountsApi } from '../../features/accounts/ui/api.ts'
import { givenName } from '../../shared/person.ts'
import { productList } from '../../features/product-screens/ui/products.ts'
import { m } from '../../paraglide/messages.js'
import { Area } from './area/Area.tsx'
import type { AreaEntry, Person } from './area/entry.ts'
import { LoadingPage, SignedIn } from './SignedIn.tsx'
import { isSecondFactorNeeded, outageMessage } from '../../client/error-messages.ts'
import { Button } from '../../kit/Button.tsx'
import { pageTitle } from '../../kit/page/page-title.ts'
import { MessagePage } from '../../kit/page/MessagePage.tsx'
import { toast } from '../../kit/overlay/toasts.tsx'
import { useUnreadConversations } from '../../features/chat/ui/ChatNews.tsx'
import {
  SecondFactorOffer,
  SecondFactorRequired,
} from '../../features/accounts/ui/security/AdminSecondFactor.tsx'
import { PersonMenu } from './PersonMenu.tsx'

const CHAT = '/admin/chat'

/** The admin's screens, in the order of the specification. */
const entries: AreaEntry[] = [
  { to: '/admin', icon: LayoutDashboard, label: m.area_admin_dashboard, brief: m.area_overview, first: true },
  { to: '/admin/profiles', icon: Users, label: m.area_user_list, brief: m.area_users_brief },
  ...productList.map(({ screens, menu }) => ({
    to: screens.admin,
    icon: menu.icon,
    label: menu.adminLabel,
    brief: menu.label,
  })),
  { to: '/admin/users', icon: UserCog, label: m.area_users, brief: m.area_users },
  { to: '/admin/orders', icon: ShoppingBag, label: m.area_orders, brief: m.area_orders },
  { to: '/admin/payments', icon: Banknote, label: m.area_payments, brief: m.area_payments },
  { to: '/admin/messages', icon: MessageSquare, label: m.area_messages, brief: m.area_messages },
  { to: CHAT, icon: MessagesSquare, label: m.area_live_chat, brief: m.area_chat },
  { to: '/admin/audit', icon: ScrollText, label: m.audit_title, brief: m.area_audit },
  { to: '/admin/mail', icon: Send, label: m.area_mail, brief: m.area_mail },
  { to: '/admin/availability', icon: Radar, label: m.area_availability, brief: m.area_availability },
  { to: '/admin/operations', icon: Activity, label: m.area_operations, brief: m.area_operations },
  { to: '/admin/webhooks', icon: Webhook, label: m.area_webhooks, brief: m.area_webhooks_brief },
  { to: '/admin/settings', icon: Settings, label: m.area_settings, brief: m.area_settings },
]

export const handle = { firstCalls: () => ['/api/profile', '/api/admin/chat/unread'] }

export const meta = pageTitle(() => ({ title: m.area_admin_dashboard() }))

/** Everything under /admin, for admins only. */
export default function AdminArea() {
  return (
    <SignedIn waiting={m.area_loading_admin()} returns={false}>
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
      <AdminFrame
        person={{
          name: givenName(profile.data),
          email: profile.data.email ?? email,
        }}
      />
    )
  if (profile.isError)
    return (
      <MessagePage
        title={m.area_role_unknown()}
        text={outageMessage(profile.error) ?? m.failure_server_down()}
      >
        <Button busy={profile.isFetching} onClick={() => void profile.refetch()}>
          {m.kit_try_again()}
        </Button>
      </MessagePage>
    )
  return <LoadingPage text={m.area_loading_admin()} />
}

/** A component of its own, so that only admins load the unread count. */
function AdminFrame({ person }: { person: Person }) {
  const waiting = useUnreadConversations()
  const isOverview = useMatch('/admin') !== null
  return (
    <Area
      name={m.area_admin()}
      deep
      entries={entries}
      marks={{ [CHAT]: waiting }}
      person={person}
      menu={<PersonMenu profile="/admin/profile" />}
    >
      {isOverview ? <SecondFactorOffer /> : null}
      <Outlet />
    </Area>
  )
}

/** Loads the home page, which shows the reason, because a toast does not survive the page load. */
function NotAdmin() {
  useEffect(() => {
    toast.error(m.site_admins_only())
    window.location.replace('/?notice=admins-only')
  }, [])
  return <LoadingPage text={m.area_loading_admin()} />
}
