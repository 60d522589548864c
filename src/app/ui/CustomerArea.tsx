import { useQuery } from '@tanstack/react-query'
import { Banknote, Home, MessageCircle, MessagesSquare, Palette, ShoppingBag, UserRound } from 'lucide-react'
import { Outlet } from 'react-router'
import { accountsApi } from '../../features/accounts/ui/accounts.api.ts'
import { givenName } from '../../shared/people/person.ts'
import { productList } from '../../features/product-screens/ui/products.ts'
import { m } from '../../paraglide/messages.js'
import { Area } from './area/Area.tsx'
import type { AreaEntry } from './area/entry.ts'
import { pageTitle } from '../../kit/page/page-title.ts'
import { useUnreadLines } from '../../features/chat/ui/ChatNews.tsx'
import { CartLink } from '../../features/orders/ui/CartLink.tsx'
import { useCart } from '../../features/orders/ui/cart-store.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { SignedIn } from './SignedIn.tsx'

const LIVE_CHAT = '/dashboard/livechat'

/** The customer's screens, in the order of the specification. */
const entries: AreaEntry[] = [
  { to: '/dashboard', icon: Home, label: m.area_dashboard_home, brief: m.common_home, exact: true },
  ...productList.map(({ screens, menu }) => ({
    to: screens.customer,
    icon: menu.icon,
    label: menu.customerLabel,
    brief: menu.label,
  })),
  { to: '/dashboard/website-design', icon: Palette, label: m.common_website_design, brief: m.area_website },
  { to: LIVE_CHAT, icon: MessagesSquare, label: m.common_live_chat_support, brief: m.common_chat },
  {
    to: '/dashboard/whatsapp',
    icon: MessageCircle,
    label: m.area_whatsapp_contact,
    brief: m.common_whatsapp,
  },
  { to: '/dashboard/profile', icon: UserRound, label: m.area_profile_settings, brief: m.common_profile },
  { to: '/dashboard/orders', icon: ShoppingBag, label: m.common_orders, brief: m.common_orders },
]

/** What customers come for, above the list of the specification. */
const payments: AreaEntry = {
  to: '/dashboard/payments',
  icon: Banknote,
  label: m.common_payments,
  brief: m.common_payments,
}

const inBar = ['/dashboard', '/dashboard/domains', payments.to, LIVE_CHAT]

export const handle = { firstCalls: () => ['/api/profile', '/api/chat/standing', '/api/cart'] }

export const meta = pageTitle(() => ({ title: m.area_dashboard_home() }))

/** Everything under /dashboard, for signed-in users. */
export default function CustomerArea() {
  return <SignedIn waiting={m.area_loading()}>{(email) => <Screens email={email} />}</SignedIn>
}

/** One element, so that a change of the frame does not render the screen again. */
const screen = <Outlet />

/** Without the profile the area still works: it greets by e-mail address. */
function Screens({ email }: { email: string }) {
  const { data: profile, isPending } = useQuery(accountsApi.profile.queryOptions())
  const name = isPending ? undefined : givenName(profile ?? {})
  const unread = useUnreadLines()
  const inCart = useCart().length
  return (
    <Area
      name={m.area_customer()}
      lead={payments}
      entries={entries}
      inBar={inBar}
      marks={{ [LIVE_CHAT]: unread }}
      person={{ name, email: profile?.email ?? email }}
      links={<CartLink count={inCart} />}
      menu={<PersonMenu profile="/dashboard/profile" isAdmin={profile?.role === 'admin'} />}
    >
      {screen}
    </Area>
  )
}
