import {
  Banknote,
  BanknoteArrowUp,
  CircleAlert,
  CircleX,
  ClipboardList,
  FileQuestion,
  GitCompareArrows,
  Hand,
  type LucideIcon,
  MailWarning,
  MessageSquare,
  MessageSquareQuote,
  MessagesSquare,
  RefreshCw,
  ShoppingBag,
  Shuffle,
  Siren,
  Sparkle,
  Store,
  Scale,
  TrendingDown,
  Truck,
} from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import type { Tone } from '../../../kit/Badge.tsx'
import { productList } from '../../product-screens/ui/products.ts'
import type { ProductName } from '../../products/products.ts'
import type { Waiting } from '../../insights/ui/insights.api.ts'
import type { InboxKind, InboxState } from '../kinds.data.ts'

interface KindTexts {
  icon: LucideIcon
  /** Of all items of the kind, in the filter. */
  all: () => string
  /** Of one item. */
  one: () => string
  /** How many of the kind wait. */
  count: (waiting: Waiting) => number
}

export const kindTexts: Record<InboxKind, KindTexts> = {
  ...(Object.fromEntries(
    productList.map(({ name, menu, texts }) => [
      name,
      {
        icon: menu.icon,
        all: menu.label,
        one: texts.request,
        count: ({ requests }) => requests.find(({ kind }) => kind === name)?.count ?? 0,
      } satisfies KindTexts,
    ]),
  ) as Record<ProductName, KindTexts>),
  order: { icon: ShoppingBag, all: m.common_orders, one: m.common_order, count: ({ orders }) => orders },
  payment: {
    icon: Banknote,
    all: m.common_payments,
    one: m.common_payment,
    count: ({ payments }) => payments,
  },
  renewal: {
    icon: RefreshCw,
    all: m.inbox_renewals,
    one: m.common_renewal,
    count: ({ renewals }) => renewals,
  },
  refund: {
    icon: BanknoteArrowUp,
    all: m.inbox_refunds,
    one: m.inbox_refund,
    count: ({ refunds }) => refunds,
  },
  chat: { icon: MessagesSquare, all: m.common_chat, one: m.common_chat, count: ({ chats }) => chats },
  message: {
    icon: MessageSquare,
    all: m.common_messages,
    one: m.inbox_message,
    count: ({ messages }) => messages,
  },
  details: {
    icon: ClipboardList,
    all: m.inbox_details,
    one: m.inbox_details,
    count: ({ details }) => details,
  },
  fulfilment: {
    icon: Truck,
    all: m.fulfil_title,
    one: m.audit_entity_fulfilment,
    count: ({ fulfilments }) => fulfilments,
  },
  registrar: {
    icon: Store,
    all: m.fulfil_registrars,
    one: m.fulfil_registrar,
    count: ({ registrars }) => registrars,
  },
  mail: { icon: MailWarning, all: m.presence_mails, one: m.presence_mail, count: ({ mails }) => mails },
  alarm: { icon: Siren, all: m.presence_alarms, one: m.presence_alarm, count: ({ alarms }) => alarms },
}

/** What an admin has to do. */
export const stateTexts: Record<InboxState, { text: () => string; tone: Tone; icon?: LucideIcon }> = {
  asked: { text: m.inbox_state_asked, tone: 'pending' },
  claimed: { text: m.inbox_state_claimed, tone: 'suggested', icon: MessageSquareQuote },
  paid: { text: m.inbox_state_paid, tone: 'available', icon: Banknote },
  held: { text: m.inbox_state_held, tone: 'pending', icon: Hand },
  unread: { text: m.inbox_state_unread, tone: 'pending', icon: FileQuestion },
  received: { text: m.inbox_state_received, tone: 'suggested', icon: Shuffle },
  'to-do': { text: m.inbox_state_to_do, tone: 'pending', icon: RefreshCw },
  low: { text: m.fulfil_low, tone: 'rejected', icon: TrendingDown },
  'below-cost': { text: m.costs_below, tone: 'pending', icon: Scale },
  differs: { text: m.names_differ, tone: 'pending', icon: GitCompareArrows },
  owed: { text: m.inbox_state_owed, tone: 'rejected', icon: BanknoteArrowUp },
  refused: { text: m.fulfil_state_refused, tone: 'rejected', icon: CircleX },
  missing: { text: m.inbox_state_missing, tone: 'pending', icon: ClipboardList },
  failed: { text: m.presence_state_failed, tone: 'rejected', icon: CircleAlert },
  new: { text: m.inbox_state_asked, tone: 'pending', icon: Sparkle },
}
