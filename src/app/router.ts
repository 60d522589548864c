import { os, type Router } from '@orpc/server'
import type { NameserverDns } from '../features/domains/server/check-nameservers.ts'
import type { Accounts } from '../features/accounts/server/accounts.ts'
import { accountsRouter } from '../features/accounts/server/accounts.router.ts'
import { apiKeysRouter } from '../features/api-keys/server/api-keys.router.ts'
import { auditRouter } from '../features/audit/server/audit.router.ts'
import type { Availability } from '../features/availability/server/availability.ts'
import { type Caller, callerOf } from '../features/availability/server/budget.ts'
import { creditRouter } from '../features/money/server/ledger/credit.router.ts'
import { availabilityRouter, withinBudget } from '../features/availability/server/availability.router.ts'
import { matchClaim } from '../features/money/server/matching/match.ts'
import { claimsRouter } from '../features/money/server/claims/claims.router.ts'
import { decisionsRouter, paymentsRouter } from '../features/money/server/list/payments.router.ts'
import { templatesRouter } from '../features/money/server/templates/templates.router.ts'
import { receivedRouter } from '../features/money/server/received/received.router.ts'
import { searchRouter } from '../features/search/server/search.router.ts'
import { catalogueRouter, settingsRouter } from '../features/settings/server/settings.router.ts'
import { chatRouter } from '../features/chat/server/chat.router.ts'
import { countriesRouter } from '../features/countries/server/countries.ts'
import { customersRouter } from '../features/customers/server/customers.router.ts'
import {
  domainsRouter,
  namesRouter,
  registryRouter,
  transfersRouter,
} from '../features/domains/server/domains.router.ts'
import { emailsRouter } from '../features/emails/server/emails.router.ts'
import { presenceRouter } from '../features/presence/server/presence.router.ts'
import { relatedRouter } from '../features/related/server/related.router.ts'
import { costsRouter } from '../features/fulfilment/server/costs/costs.router.ts'
import { marginsRouter } from '../features/money/server/ledger/margins.ts'
import { topUpsRouter } from '../features/money/server/ledger/top-ups.ts'
import {
  fulfilmentsRouter,
  holderDetailsRouter,
  registrarsRouter,
} from '../features/fulfilment/server/fulfilment.router.ts'
import { inboxRouter } from '../features/inbox/server/inbox.router.ts'
import { answerTimesRouter, insightsRouter } from '../features/insights/server/insights.router.ts'
import { mailsRouter, type PreviewTemplate } from '../features/mails/server/mails.router.ts'
import type { MailDelivery } from '../features/mails/server/test-mail.ts'
import { onboardingRouter } from '../features/onboarding/server/onboarding.router.ts'
import { operationsRouter } from '../features/operations/server/operations.router.ts'
import type { CheckedInstallation } from '../features/operations/server/run-checks.ts'
import { cartRouter, ordersRouter } from '../features/orders/server/orders.router.ts'
import { chargesRouter } from '../features/money/server/charges/own-charges.ts'
import { countWithheld } from '../features/money/server/ledger/withheld.ts'
import { invoicesRouter } from '../features/money/server/invoices/invoices.router.ts'
import { testSaleRouter } from '../features/requests/server/test-sale.ts'
import { transferCodeRouter } from '../features/requests/server/transfers/show-code.ts'
import { requestsRouter } from '../features/requests/server/requests.router.ts'
import {
  amountsDueRouter,
  serviceStatesRouter,
  renewalsRouter,
  servicesRouter,
} from '../features/services/server/services.router.ts'
import { endWithin } from '../features/services/server/services.commands.ts'
import { readSettings } from '../features/settings/server/settings.ts'
import type { MailServerServices } from '../features/settings/server/mail-server.ts'
import type { DeliveryConfig } from '../features/settings/server/save-settings.ts'
import { staffNotificationsRouter } from '../features/staff-notifications/server/staff-notifications.router.ts'
import { supportRouter } from '../features/support/server/support.router.ts'
import { webhooksRouter } from '../features/webhooks/server/webhooks.router.ts'
import type { Context } from '../server/http/context.ts'
import type { contract } from './contract.ts'
import './provided/chargeables.ts'
import './provided/fulfilment-sources.ts'

/** An order checks its names again, without the cache of the availability engine. */
const checkedOrders = (availability: Availability) =>
  os
    .$context<Context>()
    .use(({ context, next }) => {
      const caller: Caller = { ...callerOf(context), kind: 'checkout' }
      const checkName = (name: string) =>
        withinBudget(context, availability.check(name, { fresh: true, caller }))
      return next({ context: { checkName } })
    })
    .router(ordersRouter)

/** A request that is answered at once checks its name too, from the customer's budget and not from the orders' reserve. */
const withNameCheck = (availability: Availability) =>
  os.$context<Context>().use(({ context, next }) => {
    const checkName = (name: string) => availability.check(name, { fresh: true, caller: callerOf(context) })
    return next({ context: { checkName } })
  })

/**
 * A claim is matched with money that came before it, after its commit. Where that fails, the claim counts all the same,
 * and the job of the payments matches it.
 */
const matchedClaims = os.$context<Context>().use(async ({ context, path, next }, input) => {
  const answer = await next()
  if (path.at(-1) === 'claimPayment')
    await matchClaim(context.database, (input as { id: string }).id, context.now).catch(() => {})
  return answer
})

interface RouterServices {
  accounts: Accounts
  availability: Availability
  deliveryConfig: DeliveryConfig
  mailServer: MailServerServices
  mailDelivery: MailDelivery
  templatePreview: PreviewTemplate
  installation: CheckedInstallation
  nameserverDns: NameserverDns | undefined
}

/** The routers of all features. The compiler reports an endpoint of the contract without an implementation. */
export const createRouter = ({
  accounts,
  availability,
  deliveryConfig,
  mailServer,
  mailDelivery,
  templatePreview,
  installation,
  nameserverDns,
}: RouterServices): Router<typeof contract, Context> => ({
  accounts: accountsRouter(accounts),
  amountsDue: amountsDueRouter,
  answerTimes: answerTimesRouter,
  apiKeys: apiKeysRouter,
  audit: auditRouter,
  availability: availabilityRouter(availability, async (database) =>
    (await readSettings(database))['catalogue.domains']
      .filter(({ searched }) => searched)
      .map(({ ending }) => ending),
  ),
  catalogue: catalogueRouter,
  charges: matchedClaims.router(chargesRouter),
  chat: chatRouter(accounts.config.SITE_URL),
  countries: countriesRouter,
  credit: creditRouter,
  customers: matchedClaims.router(customersRouter),
  domains: domainsRouter,
  registry: registryRouter(accounts, nameserverDns),
  emails: emailsRouter(accounts.keys),
  fulfilments: fulfilmentsRouter,
  holderDetails: holderDetailsRouter,
  inbox: inboxRouter,
  insights: insightsRouter,
  cart: cartRouter,
  mails: mailsRouter(mailDelivery, templatePreview),
  onboarding: onboardingRouter({ config: accounts.config, mailServer: accounts.mailServer }),
  operations: operationsRouter(installation),
  orders: matchedClaims.router(checkedOrders(availability)),
  invoices: invoicesRouter(countWithheld),
  claims: claimsRouter,
  decisions: decisionsRouter,
  payments: paymentsRouter,
  presence: presenceRouter,
  topUps: topUpsRouter,
  margins: marginsRouter,
  costs: costsRouter({ keys: accounts.keys, targets: { allowed: accounts.config.OUTBOUND_ALLOW } }),
  registrars: registrarsRouter({ keys: accounts.keys, targets: { allowed: accounts.config.OUTBOUND_ALLOW } }),
  registrarNames: namesRouter(
    { keys: accounts.keys, targets: { allowed: accounts.config.OUTBOUND_ALLOW } },
    endWithin,
  ),
  transferCode: transferCodeRouter(accounts.keys),
  transfers: withNameCheck(availability).router(transfersRouter(accounts.keys)),
  related: relatedRouter,
  received: receivedRouter,
  messageTemplates: templatesRouter,
  requests: matchedClaims.router(withNameCheck(availability).router(requestsRouter(accounts))),
  renewals: renewalsRouter,
  serviceStates: serviceStatesRouter,
  search: searchRouter,
  services: servicesRouter(accounts.keys),
  settings: settingsRouter(deliveryConfig, accounts.keys, accounts.config.SITE_URL, mailServer),
  staffNotifications: staffNotificationsRouter({
    keys: accounts.keys,
    targets: { allowed: accounts.config.OUTBOUND_ALLOW },
    canText: accounts.sms !== undefined,
  }),
  support: supportRouter,
  testSale: testSaleRouter,
  webhooks: webhooksRouter(accounts.keys, { allowed: accounts.config.OUTBOUND_ALLOW }),
})
