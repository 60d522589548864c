import {
  Activity,
  Banknote,
  CalendarClock,
  Download,
  HandCoins,
  Inbox,
  LayoutDashboard,
  MessageSquare,
  MessagesSquare,
  Package,
  Radar,
  ScrollText,
  Send,
  Settings,
  ShoppingBag,
  Store,
  TrendingUp,
  Truck,
  Users,
  UserCog,
  Webhook,
} from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { productList } from '../../../features/product-screens/ui/products.ts'
import type { AreaEntry, EntryGroup } from './entry.ts'

export const CHAT = '/admin/chat'
export const CUSTOMERS = '/admin/profiles'
export const PAYMENTS = '/admin/payments'
const REPORTS = '/admin/reports'
export const RECEIVED = '/admin/payments/import'

export const inbox: AreaEntry = {
  to: '/admin/inbox',
  icon: Inbox,
  label: m.inbox_title,
  brief: m.inbox_title,
}

/** The six screens of the specification, in its order. */
export const entries: AreaEntry[] = [
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

export const groups: EntryGroup[] = [
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
      {
        to: '/admin/fulfilment',
        needs: 'services.read',
        icon: Truck,
        label: m.fulfil_title,
        brief: m.fulfil_title,
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
        to: '/admin/registrars',
        needs: 'operations.read',
        icon: Store,
        label: m.fulfil_registrars,
        brief: m.fulfil_registrars,
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

export const allEntries = [inbox, ...entries, ...groups.flatMap((group) => group.entries)]

/** What the search finds beside the entries. */
export const searched = [
  ...allEntries,
  { to: '/admin/answer-times', needs: 'staff.read' as const, label: m.answer_time_title },
  { to: '/admin/profile', label: m.area_profile_settings },
  { to: '/admin/notifications', label: m.staff_call_title },
]
