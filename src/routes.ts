import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { legalPages } from './shared/pages.ts'
import { products as productDefinitions } from './features/products/products.ts'

const products = Object.values(productDefinitions)
const lastSegment = (address: string) => address.split('/').at(-1)!

/** A product's own screen, by convention: `/dashboard/emails` is `features/emails/ui/EmailsScreen.tsx`. */
function customerScreen(address: string) {
  const folder = lastSegment(address)
  return `features/${folder}/ui/${folder[0]!.toUpperCase()}${folder.slice(1)}Screen.tsx`
}

export default [
  index('features/landing/ui/LandingScreen.tsx'),
  route('pricing', 'features/landing/ui/PricingScreen.tsx'),
  route('support', 'features/landing/ui/SupportScreen.tsx'),
  ...legalPages.map((page) => route(page, 'features/landing/ui/LegalScreen.tsx', { id: page })),
  layout('app/ui/SearchPages.tsx', [
    route('search', 'features/availability/ui/SearchScreen.tsx'),
    route('results', 'features/availability/ui/ResultsScreen.tsx'),
  ]),
  layout('app/ui/ShopPages.tsx', [
    route('cart', 'features/orders/ui/CartScreen.tsx'),
    route('checkout', 'features/orders/ui/CheckoutScreen.tsx'),
  ]),
  layout('app/ui/VisitorPages.tsx', [
    route('login', 'features/accounts/ui/visitor/LoginScreen.tsx'),
    route('signup', 'features/accounts/ui/visitor/SignUpScreen.tsx'),
    route('setup', 'features/accounts/ui/visitor/SetUpScreen.tsx'),
    route('forgot', 'features/accounts/ui/visitor/ForgotScreen.tsx'),
    route('new-password', 'features/accounts/ui/visitor/NewPasswordScreen.tsx'),
    route('confirm', 'features/accounts/ui/visitor/ConfirmScreen.tsx'),
    route('mail-settings/:token', 'features/emails/ui/MailSettingsScreen.tsx'),
  ]),
  route('dashboard', 'app/ui/CustomerArea.tsx', [
    index('features/insights/ui/DashboardScreen.tsx'),
    ...products.map(({ screens }) => route(lastSegment(screens.customer), customerScreen(screens.customer))),
    route('domains/:name', 'features/domains/ui/DomainScreen.tsx'),
    route('emails/:id', 'features/product-screens/ui/OwnServiceScreen.tsx', { id: 'own-email' }),
    route('hosting/:id', 'features/product-screens/ui/OwnServiceScreen.tsx', { id: 'own-hosting' }),
    route('orders', 'features/orders/ui/OrdersScreen.tsx'),
    route('orders/:id', 'features/orders/ui/OrderScreen.tsx'),
    route('payments/:reference?', 'features/money/ui/charges/OwnPaymentsScreen.tsx'),
    route('website-design', 'features/website-design/ui/WebsiteDesignScreen.tsx'),
    route('livechat', 'features/chat/ui/LiveChatScreen.tsx'),
    route('whatsapp', 'features/whatsapp/ui/WhatsAppScreen.tsx'),
    route('profile', 'features/accounts/ui/profile/ProfileScreen.tsx', { id: 'customer-profile' }),
  ]),
  route('admin', 'app/ui/AdminArea.tsx', [
    index('features/onboarding/ui/AdminHomeScreen.tsx'),
    route('reports', 'features/insights/ui/ReportsScreen.tsx'),
    route('answer-times', 'features/insights/ui/answer-times/AnswerTimesScreen.tsx'),
    route('inbox', 'features/inbox/ui/InboxScreen.tsx', { id: 'inbox' }),
    route('profiles', 'features/customers/ui/CustomersScreen.tsx'),
    route('profiles/:id/:section?', 'features/customers/ui/CustomerScreen.tsx'),
    route('audit', 'app/ui/AuditLog.tsx'),
    ...products.map(({ name, screens }) =>
      route(lastSegment(screens.admin), 'features/product-screens/ui/ReviewScreen.tsx', {
        id: `review-${name}`,
      }),
    ),
    route('chat', 'features/chat/ui/InboxScreen.tsx'),
    route('users', 'features/accounts/ui/users/UsersScreen.tsx'),
    route('users/roles', 'features/accounts/ui/users/RolesScreen.tsx'),
    route('messages', 'features/support/ui/MessagesScreen.tsx'),
    route('payments/import', 'features/money/ui/statements/ImportScreen.tsx'),
    route('mail', 'features/mails/ui/MailsScreen.tsx'),
    route('availability', 'features/availability/ui/RegistryHealthScreen.tsx'),
    route('orders', 'features/orders/ui/review/OrdersReviewScreen.tsx'),
    route('payments', 'features/money/ui/received/PaymentsScreen.tsx'),
    route('payments/due', 'features/services/ui/DueScreen.tsx'),
    route('services', 'features/services/ui/ServicesScreen.tsx'),
    route('services/:id', 'features/services/ui/ServiceScreen.tsx'),
    route('payments/exports', 'features/money/ui/ledger/ExportsScreen.tsx'),
    route('operations', 'features/operations/ui/OperationsScreen.tsx'),
    route('notifications', 'features/staff-notifications/ui/NotificationsScreen.tsx'),
    route('fulfilment', 'features/fulfilment/ui/FulfilmentScreen.tsx'),
    route('registrars', 'features/fulfilment/ui/RegistrarsScreen.tsx'),
    route('registrars/:id/names', 'features/domains/ui/names/NamesScreen.tsx'),
    route('webhooks', 'features/webhooks/ui/WebhooksScreen.tsx'),
    route('settings', 'features/settings/ui/SettingsScreen.tsx'),
    route('settings/templates/:template?', 'features/mails/ui/templates/TemplatesScreen.tsx'),
    route('profile', 'features/accounts/ui/profile/ProfileScreen.tsx', { id: 'admin-profile' }),
    route('*', 'app/ui/AdminNotFound.tsx'),
  ]),
  route('preview/:language/:part', 'features/landing/ui/preview/PreviewScreen.tsx'),
  route('offline', 'kit/page/OfflineScreen.tsx'),
  route('*', 'kit/page/NotFoundScreen.tsx'),
] satisfies RouteConfig
