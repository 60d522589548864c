import type { Shop } from './shop.ts'

/** Gives the customer of an address something of a product, past the screens. */
export const give = {
  request: (shop: Shop, email: string, kind: string, subject: string, status: string, stage: string) =>
    shop.sql(
      `insert into requests (id, user_id, kind, subject, status, stage, price, details)
       select gen_random_uuid(), id, $2, $3, $4, $5, case when $5 = 'offered' then 10 end,
              '{"plan_name": "Basic", "billing_period": "monthly"}'
       from profiles where email = $1`,
      [email, kind, subject, status, stage],
    ),
  /** A record that runs out in so many days, with the request that it came of. */
  record: (shop: Shop, email: string, kind: string, name: string, days: number) =>
    shop.sql(
      `with asked as (
         insert into requests (id, user_id, kind, subject, status, stage, details)
         select gen_random_uuid(), id, $2, $3, 'YOUR ' || upper($2) || ' IS ACTIVE NOW', 'active', '{}' from profiles where email = $1
         returning id, user_id)
       insert into records (id, user_id, request_id, kind, name, exclusive, started_at, expires_at)
       select gen_random_uuid(), user_id, id, $2, $3, true, now(), now() + $4 * interval '1 day' from asked`,
      [email, kind, name, days],
    ),
}
