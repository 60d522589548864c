import { sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { commonTerm } from '../../../catalogue/sums.ts'
import { monthsOfItem } from '../../../products/item.ts'
import { monthsOf } from '../../../products/products.ts'
import type { Charge } from './charges.ts'

interface FoundSale {
  id: string
  kind: string
  details: Record<string, unknown> | null
  service_details: Record<string, unknown> | null
  items: { item: string; years: number }[] | null
}

/**
 * The term of what each charge is for, in months, by the id of the charge. Null for an order of several terms and for
 * what has no end.
 */
export async function chargeTerms(
  { db }: Transaction,
  charges: readonly Pick<Charge, 'id'>[],
): Promise<ReadonlyMap<string, number | null>> {
  if (!charges.length) return new Map()
  const { rows } = await sql<FoundSale>`
    select c.id, c.kind, r.details, s.details as service_details,
           (select json_agg(json_build_object('item', domain, 'years', years)) from order_lines
             where order_id = c.order_id and state <> 'gone') as items
      from charges c
      left join requests r on r.id = c.request_id
      left join renewals n on n.id = c.renewal_id
      left join services s on s.id = coalesce(r.renews, n.service_id)
     where c.id = any (${charges.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ id, kind, details, service_details, items }) => [
      id,
      items
        ? commonTerm(items.map(({ item, years }) => monthsOfItem(item, years)))
        : (monthsOf(kind, details) ?? monthsOf(kind, service_details)),
    ]),
  )
}
