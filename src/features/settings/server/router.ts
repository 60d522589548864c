import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { settingsContract } from '../contract.ts'
import { shopOf } from '../shop.ts'
import { setLogo } from './logos.ts'
import { listPaymentAccounts } from './payment-accounts.ts'
import { saveSettings } from './save.ts'
import { readSettings } from './settings.ts'
import { type DeliveryConfig, showSettings } from './show.ts'

const on = implement(settingsContract).$context<Context>().use(authorize)

/** @param mail what the environment of this node says of mail */
export const settingsRouter = (mail: DeliveryConfig) => ({
  show: on.show.handler(({ context: { caller } }) => caller.read((tx) => showSettings(tx, mail))),
  change: on.change.handler(({ context: { caller }, input }) => saveSettings(caller, input, mail)),
  setLogo: on.setLogo.handler(({ context: { caller }, input }) => setLogo(caller, input.image, mail)),
  paymentAccounts: on.paymentAccounts.handler(async ({ context: { caller } }) => {
    await caller.enter()
    return listPaymentAccounts(caller)
  }),
  shop: on.shop.handler(async ({ context: { caller } }) => shopOf(await readSettings(caller.database))),
})
