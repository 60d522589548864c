import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { house } from '../../../server/http/procedures.ts'
import { settingsContract } from '../contract.ts'
import { shopOf } from '../shop.ts'
import { setLogo } from './logos.ts'
import { listPaymentAccounts } from './payment-accounts.ts'
import { saveSettings } from './save.ts'
import { readSettings } from './settings.ts'
import { type MailFacts, showSettings } from './show.ts'

const on = implement(settingsContract).$context<Context>().use(house)

/** @param mail what the environment of this node says of mail */
export const settingsRouter = (mail: MailFacts) => ({
  show: on.show.handler(({ context: { desk } }) => desk.read((tx) => showSettings(tx, mail))),
  change: on.change.handler(({ context: { desk }, input }) => saveSettings(desk, input, mail)),
  setLogo: on.setLogo.handler(({ context: { desk }, input }) => setLogo(desk, input.image, mail)),
  paymentAccounts: on.paymentAccounts.handler(async ({ context: { desk } }) => {
    await desk.enter()
    return listPaymentAccounts(desk)
  }),
  shop: on.shop.handler(async ({ context: { desk } }) => shopOf(await readSettings(desk.database))),
})
