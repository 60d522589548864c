import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { settingsContract } from '../settings.contract.ts'
import { payableAccounts, shopOf } from '../shop.ts'
import { changeCurrency } from './change-currency.ts'
import { setLogo } from './logos.ts'
import type { Sealing } from '../../../server/seal.ts'
import { legalTemplates } from './legal-templates.ts'
import { type MailServerServices, removeMailServer, setMailServer, showMailServer } from './mail-server.ts'
import { rotateSecret, showSecret } from './message-secret.ts'
import { listTemplates, revokeTemplate } from './message-templates.ts'
import { type DeliveryConfig, saveSettings, showSettings } from './save-settings.ts'
import { readSettings } from './settings.ts'
import { catalogueContract } from '../../catalogue/catalogue.contract.ts'

const on = implement(settingsContract).$context<Context>().use(authorize)

/**
 * @param mail the mail and SMS configuration of this node
 * @param siteUrl the public address of the shop
 * @param mailServer what the form of the mail server needs
 */
export const settingsRouter = (
  mail: DeliveryConfig,
  keys: Sealing,
  siteUrl: string,
  mailServer: MailServerServices,
) => ({
  legalTemplates: on.legalTemplates.handler(async ({ context: { caller } }) => {
    await caller.read(async () => {})
    return legalTemplates(await readSettings(caller.database))
  }),
  mailServer: on.mailServer.handler(({ context: { caller } }) => showMailServer(caller, mailServer)),
  setMailServer: on.setMailServer.handler(({ context: { caller }, input }) =>
    setMailServer(caller, mailServer, input),
  ),
  removeMailServer: on.removeMailServer.handler(({ context: { caller } }) =>
    removeMailServer(caller, mailServer),
  ),
  show: on.show.handler(({ context: { caller } }) => caller.read((tx) => showSettings(tx, mail))),
  change: on.change.handler(({ context: { caller }, input }) => saveSettings(caller, input, mail)),
  answers: on.answers.handler(async ({ context: { caller } }) => {
    await caller.enter()
    return { items: (await readSettings(caller.database))['answers.canned'] }
  }),
  changeCurrency: on.changeCurrency.handler(({ context: { caller }, input }) =>
    changeCurrency(caller, input, mail),
  ),
  setLogo: on.setLogo.handler(({ context: { caller }, input }) => setLogo(caller, input.image, mail)),
  messageSecret: on.messageSecret.handler(async ({ context: { caller } }) => ({
    address: `${siteUrl}/api/hooks/messages`,
    ...(await showSecret(caller)),
  })),
  rotateMessageSecret: on.rotateMessageSecret.handler(({ context: { caller } }) =>
    rotateSecret(caller, keys),
  ),
  messageTemplates: on.messageTemplates.handler(({ context: { caller } }) => listTemplates(caller)),
  revokeMessageTemplate: on.revokeMessageTemplate.handler(({ context: { caller }, input }) =>
    revokeTemplate(caller, input.id),
  ),
  paymentAccounts: on.paymentAccounts.handler(async ({ context: { caller } }) => {
    await caller.enter()
    return payableAccounts(await readSettings(caller.database))
  }),
  shop: on.shop.handler(async ({ context: { caller } }) =>
    shopOf(await readSettings(caller.database), caller.now),
  ),
})

const onCatalogue = implement(catalogueContract).$context<Context>().use(authorize)

export const catalogueRouter = {
  show: onCatalogue.show.handler(async ({ context }) => {
    const { business, offers } = shopOf(await readSettings(context.caller.database), context.caller.now)
    const { comFrom, hostingFrom } = offers.marketing
    return {
      currency: offers.currency,
      marketing: { com_from: comFrom, hosting_from: hostingFrom },
      domains: offers.endings
        .filter(({ shown }) => shown)
        .map(({ ending, price, renewal, transfer, years, needs }) => ({
          ending,
          price,
          renewal_price: renewal,
          transfer_price: transfer ?? renewal,
          years,
          needs,
        })),
      email_price: offers.email,
      plans: offers.plans.map(({ monthlyPrice, yearlyPrice, ...plan }) => ({
        ...plan,
        monthly_price: monthlyPrice,
        yearly_price: yearlyPrice,
      })),
      payment_methods: business.payments,
      glued_endings: offers.glued,
    }
  }),
}
