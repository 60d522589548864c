import { type RawBuilder, sql } from 'kysely'
import type { ProductDefinition } from '../../../products/product-definition.ts'
import { type ProductName, products } from '../../../products/products.ts'

type Sql = RawBuilder<unknown>

/** Whether facts, as `jsonb`, have what a customer needs, as `hasNeeded` says. */
const hasNeeded = (product: ProductName, facts: Sql): Sql => {
  const { needs }: ProductDefinition['service'] = products[product].service
  return sql`(${sql.join(
    needs.map((names) => sql`${facts} ?& array[${sql.join(names.map((name) => sql.lit(name)))}]`),
    sql` or `,
  )})`
}

/** What the shop has set for all services of a product. */
const ofShop = (product: ProductName): Sql =>
  sql`(select coalesce(jsonb_strip_nulls((select value from settings where key = ${`services.${product}`})), '{}'))`

/**
 * Whether an active service `s` of a product lacks what its customer needs to use it. The first condition is that of an
 * index, the second is read once.
 */
export const lacksDetails = (product: ProductName): Sql => sql`
  s.kind = ${sql.lit(product)} and s.released_at is null and not ${hasNeeded(product, sql`s.facts`)}
  and not ${hasNeeded(product, ofShop(product))} and not ${hasNeeded(product, sql`(s.facts || ${ofShop(product)})`)}
  and s.status = 'active' and (s.expires_at is null or s.expires_at > now())`
