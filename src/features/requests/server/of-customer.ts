import { type Selectable, sql } from 'kysely'
import { SHOP_CURRENCY } from '../../../shared/money.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { productNames } from '../../products/products.ts'
import './tables.ts'

const SHOWN = 8

type Latest = Pick<
  Selectable<Tables['requests']>,
  'id' | 'kind' | 'subject' | 'status' | 'price' | 'payment_confirmed' | 'created_at'
>

/** What a customer asked for last, of every product, in short; newest first. */
export async function latestRequestsOf({ db }: Transaction, user_id: string) {
  // Of each product as many, for their index gives them in order.
  const { rows } = await sql<Latest>`
    select latest.* from unnest(${productNames}::text[]) as of (kind)
      cross join lateral (
        select id, requests.kind, subject, status, price, payment_confirmed, created_at from requests
         where user_id = ${user_id} and requests.kind = of.kind order by created_at desc, id desc limit ${SHOWN}) as latest
     order by created_at desc, id desc limit ${SHOWN}`.execute(db)
  return rows.map((row) => ({
    ...row,
    price: row.price === null ? null : Number(row.price),
    currency: SHOP_CURRENCY,
    created_at: row.created_at.toISOString(),
  }))
}
