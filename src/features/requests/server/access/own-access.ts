import { Refused } from '../../../../shared/refusal.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import type { ProductDefinition } from '../../../products/product-definition.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { ownService } from '../own-services.ts'
import { secretsOf } from './secrets.ts'

/** One of the caller's services with its facts, and its secrets without their texts. Refuses with `NOT_FOUND`. */
export async function ownAccess<Product extends ProductDefinition>(
  caller: CallerContext,
  product: Product,
  id: string,
) {
  const settings = await readSettings(caller.database)
  return caller.read(async (tx) => {
    const found = await ownService(tx, caller, product, ['id', id], settings)
    if (!found) throw new Refused('NOT_FOUND')
    return { ...found, secrets: await secretsOf(tx, id) }
  })
}
