import { sql } from 'kysely'

/**
 * Orders `o` with the claim `p` that counts and the amount `owed` back, as `amountOwed` computes it. For a statement with
 * {@link isOwed} as its condition.
 */
export const owedOrders = sql`orders o join payments p on p.order_id = o.id and p.state = 'claimed'
   cross join lateral (select p.amount
     - case when o.status = 'cancelled' then 0
            else (select coalesce(sum(price), 0) from order_lines where order_id = o.id and state <> 'gone') end
     - (select coalesce(sum(amount), 0) from refunds where order_id = o.id) as amount) owed`

/** Money is owed only where an order was cancelled or an item is gone. Two indexes hold just these. */
export const isOwed = sql`o.id in (select id from orders where status = 'cancelled' and payment_confirmed
                                   union all select order_id from order_lines where state = 'gone')
                          and owed.amount > 0`
