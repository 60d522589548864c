import { decimalOf } from '../../../../shared/money/money.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { hasNeeded } from '../../../products/facts.ts'
import type { ProductDefinition } from '../../../products/product-definition.ts'
import { renewableFrom } from '../../renewal.ts'
import { customerFacts } from '../../service-facts.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { ownService } from '../own-services.ts'
import { renewalPriceOf } from '../renewals/renewal-price.ts'
import { secretsOf } from './secrets.ts'

/**
 * One of the caller's services with its facts and those of the shop, its secrets without their texts, and the price of the
 * next period. Refuses with `NOT_FOUND`.
 */
export async function ownAccess<Product extends ProductDefinition>(
  caller: CallerContext,
  product: Product,
  id: string,
) {
  const settings = await readSettings(caller.database)
  return caller.read(async (tx) => {
    const found = await ownService(tx, caller, product, ['id', id], settings)
    if (!found) throw new Refused('NOT_FOUND')
    const { record, row } = found
    const facts = customerFacts(settings, product.name, row.facts)
    const price = row.expires_at && renewalPriceOf(row, settings, caller.now)
    return {
      record,
      facts,
      secrets: await secretsOf(tx, id),
      missing: !hasNeeded(product.service, facts),
      renewable_from: renewableFrom(row, settings.renewals)?.toISOString() ?? null,
      auto_renew: row.auto_renew,
      renewal_price: price && { amount: decimalOf(price), currency: price.currency },
    }
  })
}
