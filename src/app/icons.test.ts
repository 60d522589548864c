import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stateTexts } from '../features/inbox/ui/kind-texts.ts'
import { chargeStates } from '../features/money/ui/charges/charge-marks.tsx'
import { paymentStates } from '../features/money/ui/received/payment-labels.ts'
import { serviceStyles } from '../features/services/ui/service-labels.tsx'

/** One icon has one meaning, and one meaning one icon. The icons of the twelve kinds of websites are pictures of them. */
const meanings: Record<string, string> = {
  Activity: 'how the program runs',
  AlarmClock: 'late',
  Archive: 'close a conversation',
  ArrowDown: 'downwards',
  ArrowLeft: 'back',
  ArrowRight: 'goes there',
  ArrowUp: 'upwards',
  AtSign: 'email address',
  BadgeCheck: 'active',
  Ban: 'blocked',
  Banknote: 'money',
  BanknoteArrowUp: 'refund',
  Bell: 'notifications',
  BookOpen: 'documentation',
  CalendarClock: 'due on a day',
  CalendarDays: 'choose a day',
  CalendarX: 'expired',
  Check: 'chosen or included',
  CheckCheck: 'seen by the other one',
  ChevronDown: 'unfold',
  ChevronRight: 'open',
  ChevronUp: 'the one above',
  Circle: 'no state',
  CircleAlert: 'failed',
  CircleCheck: 'in order or available',
  CircleDashed: 'being tried',
  CircleDot: 'open step',
  CircleHelp: 'not known',
  CircleMinus: 'too little',
  CircleOff: 'withdrawn',
  CirclePlus: 'too much',
  CircleSlash: 'not available',
  CircleStop: 'ended',
  CircleUser: 'account of a visitor',
  CircleX: 'rejected',
  ClipboardList: 'details are missing',
  Clock: 'waits',
  CloudOff: 'no connection',
  Coins: 'credit',
  Copy: 'copy',
  CopyX: 'twice',
  CornerUpLeft: 'answer by mail',
  Download: 'download',
  Ellipsis: 'more',
  Eye: 'can be seen',
  EyeOff: 'not seen',
  FileDown: 'a file for a device',
  FileQuestion: 'not read',
  FileText: 'document',
  FlaskConical: 'test',
  GitCompareArrows: 'differs',
  Globe: 'domain',
  Hand: 'on hold',
  HandCoins: 'money received',
  Home: 'home',
  Hourglass: 'expires',
  Inbox: 'work that waits',
  Info: 'to know',
  KeyRound: 'secret',
  Keyboard: 'keys',
  Laptop: 'computer',
  LayoutDashboard: 'dashboard',
  Lightbulb: 'suggested',
  Link2: 'whole chain',
  Link2Off: 'broken chain',
  LoaderCircle: 'in progress',
  Lock: 'not allowed',
  LogIn: 'login at a provider',
  LogOut: 'log out',
  Mail: 'email',
  MailCheck: 'look into your inbox',
  MailOpen: 'read',
  MailQuestion: 'address not confirmed',
  MailWarning: 'mail that failed',
  MapPin: 'address',
  MessageCircle: 'WhatsApp',
  MessageSquare: 'message',
  MessageSquareQuote: 'the customer says so',
  MessageSquareReply: 'canned answer',
  MessageSquareText: 'SMS',
  MessagesSquare: 'live chat',
  Monitor: 'unknown device',
  Package: 'services',
  Palette: 'website design',
  PauseCircle: 'suspended or paused',
  Pencil: 'edit',
  Phone: 'phone number',
  Plus: 'add',
  Power: 'on or off',
  Radar: 'availability',
  ReceiptText: 'receipt number in doubt',
  RefreshCw: 'renewal',
  RotateCw: 'try again',
  Rows2: 'wide rows',
  Rows3: 'narrow rows',
  Scale: 'a price below cost',
  ScrollText: 'audit log',
  Search: 'search',
  SearchX: 'nothing found',
  Send: 'sent',
  SendHorizontal: 'send a line',
  Server: 'hosting',
  Settings: 'settings',
  ShieldAlert: 'belongs to somebody else',
  ShieldCheck: 'checked or protected',
  ShoppingBag: 'order',
  ShoppingCart: 'cart',
  Shuffle: 'to match',
  Siren: 'alarm',
  SlidersHorizontal: 'filters',
  Smartphone: 'phone',
  Sparkle: 'new',
  StickyNote: 'note',
  Store: 'registrar',
  Tablet: 'tablet',
  Timer: 'answer times',
  Truck: 'done at registrars',
  Trash2: 'delete',
  TrendingDown: 'low balance',
  TrendingUp: 'reports',
  TriangleAlert: 'attention',
  Undo2: 'taken back',
  UserCog: 'accounts',
  UserPlus: 'new account',
  UserRound: 'person',
  UserSearch: 'wanted by others',
  UserX: 'not of a customer',
  Users: 'customers',
  Volume2: 'sound',
  Wallet: 'to be paid',
  Webhook: 'webhooks',
  X: 'close or take out',
}

const src = join(import.meta.dirname, '..')
const used = new Set(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/paraglide|website-design|\.test\./.test(path))
    .flatMap((path) =>
      [...readFileSync(join(src, path), 'utf8').matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].flatMap(
        ([, names = '']) => names.split(',').map((name) => name.trim()),
      ),
    )
    .filter((name) => name && !/LucideIcon/.test(name)),
)

test('every icon has a meaning of its own', () => {
  expect(Object.keys(meanings).toSorted()).toEqual([...used].toSorted())
  expect(new Set(Object.values(meanings)).size).toBe(used.size)
})

/** The icon of each state, or the tone whose icon it has. */
const tables = {
  inbox: Object.entries(stateTexts).map(([state, { tone, icon }]) => [state, icon ?? tone]),
  payments: Object.entries(paymentStates).map(([state, [tone, , icon]]) => [state, icon ?? tone]),
  charges: Object.entries(chargeStates).map(([state, [, , icon]]) => [state, icon]),
  services: Object.entries(serviceStyles).map(([state, { tone, icon }]) => [state, icon ?? tone]),
}

test.each(Object.entries(tables))('no two states of the %s share an icon', (_, states) => {
  expect(new Set(states.map(([, icon]) => icon)).size).toBe(states.length)
})

test('no state of these has the icon of a suggestion', () => {
  const states = Object.values(tables).flat()
  expect(states.filter(([, icon]) => icon === 'suggested')).toEqual([])
})
