import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { SHOP_CURRENCY } from '../../../shared/money.ts'
import { readSettings } from './settings.ts'
import { plansOf } from '../settings.ts'
import { catalogueContract } from '../../catalogue/contract.ts'

const on = implement(catalogueContract).$context<Context>().use(authorize)

export const catalogueRouter = {
  show: on.show.handler(async ({ context }) => {
    const settings = await readSettings(context.caller.database)
    const { comFrom, hostingFrom } = settings['catalogue.marketing']
    return {
      currency: SHOP_CURRENCY,
      marketing: { com_from: comFrom, hosting_from: hostingFrom },
      domains: settings['catalogue.endings'].map((ending) => ({
        ending,
        price: settings['catalogue.prices'].cartDomain,
        renewal_price: settings['catalogue.renewals'][ending] ?? null,
      })),
      plans: plansOf(settings).map(({ monthlyPrice, yearlyPrice, features, ...plan }) => ({
        ...plan,
        monthly_price: monthlyPrice,
        yearly_price: yearlyPrice,
        features: [...features],
      })),
      payment_methods: settings['payments.methods'],
      glued_endings: settings['domains.gluedEndings'],
    }
  }),
}
