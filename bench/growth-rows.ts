import type { Pool } from 'pg'

/** How many rows a shop of a size has. */
export interface Size {
  requests: number
  customers: number
  orders: number
  messages: number
}

export const sizeOf = (requests: number): Size => ({
  requests,
  customers: requests / 5,
  orders: requests / 5,
  messages: requests / 10,
})

const firstNames = `'{Juma,Neema,Baraka,Zuri,Amani,Imani,Faraja,Hamisi,Salma,Asha}'`
const lastNames = `'{Mwangi,Otieno,Kimaro,Mushi,Achieng,Kamau,Njoroge,Massawe,Lyimo,Shayo,Mollel}'`
const trades = `'{soko,hotel,safari,samaki,kahawa,chai,mazao,shule,afya,duka}'`
const endings = `'{com,co.tz,africa,org,net,app,info}'`
const pick = (list: string, n: string) => `(${list}::text[])[1 + (${n}) % cardinality(${list}::text[])]`

/** Numbers that say nothing of each other, and are the same on every run. */
const spread = (n: string, salt: number) => `(abs(hashint4((${n}) * 7 + ${salt})) % 1000)`

/**
 * Fills a migrated database with a shop of a size: three years, the newest rows at the end. One name in ten holds
 * "duka" and one customer in ten is called Asha, a thousand names hold "bahati", one customer alone is called
 * Zawadi, one name alone begins with "upekee". Whatever the size, the customer `person` has 40 rows of each kind.
 */
export async function fill(pool: Pool, size: Size, person: string) {
  const at = (n: string, of: number) => `now() - interval '3 years' * (1 - (${n})::float8 / ${of})`
  const statements = [
    `create temp table people as
       select n as customer, gen_random_uuid() as id from generate_series(1, ${size.customers}) n`,
    `create unique index on people (customer)`,
    `insert into profiles (id, full_name, business_name, country, phone_number, email, created_at)
       select id, ${pick(firstNames, 'customer')} || ' ' || ${pick(lastNames, 'customer / 10')},
              case when customer % 3 = 0 then initcap(${pick(trades, 'customer / 7')}) || ' ' || customer end, 'TZ',
              '+2557' || lpad(customer::text, 8, '0'), 'customer' || customer || '@example.com', ${at('customer', size.customers)}
         from people`,
    `update profiles set full_name = 'Zawadi Nyota', phone_number = '+255699123456'
      where id = (select id from people where customer = ${Math.floor(size.customers / 3)})`,
    `insert into profiles (id, full_name, country, phone_number, email) values
       ('${person}', 'Rehema Busy', 'TZ', '+255711000111', 'rehema@example.com')`,
    // The person's rows stand in the middle of everybody's.
    `insert into people values (0, '${person}')`,
    `create temp table asked as
       select n, gen_random_uuid() as id,
              case when n between mine and mine + 119 then 0
                   else 1 + (n::bigint * 7919) % ${size.customers} end as person,
              case when n between mine and mine + 119 then (array['domain', 'email', 'hosting'])[1 + n % 3]
                   when n % 10 < 7 then 'domain' when n % 10 < 9 then 'email' else 'hosting' end as kind,
              n = ${Math.floor(size.requests / 4)} as is_unique,
              case when n = ${Math.floor(size.requests / 4)} then 900 else ${spread('n', 1)} end as chance,
              case when n = ${Math.floor(size.requests / 4)} then 'upekee'
                   when n % ${Math.min(1_000, Math.floor(size.requests / 25))} = 1 then 'bahati' else ${pick(trades, spread('n', 3))} end
                || '-' || n || '.' || ${pick(endings, spread('n', 4))} as name
         from generate_series(1, ${size.requests}) n, (values (${Math.floor(size.requests / 2)})) middle (mine)`,
    `create unique index on asked (id)`,
    `insert into requests (id, user_id, kind, subject, status, stage, price, payment_confirmed, paid, open_key, details, created_at, updated_at)
       select asked.id, people.id, kind,
              case kind when 'domain' then name when 'email' then 'info@' || name else (array['Basic', 'Business', 'Enterprise'])[1 + n % 3] end,
              case stage when 'asked' then 'pending' when 'offered' then case kind when 'hosting' then 'approved' else 'available' end
                         when 'active' then case kind when 'domain' then 'YOUR DOMAIN IS ACTIVE NOW' when 'email' then 'YOUR EMAIL IS ACTIVE NOW' else 'active' end
                         else stage end,
              stage, case when stage = 'offered' or kind <> 'domain' then 12.5 end,
              stage = 'active' or stage = 'offered' and chance % 3 = 0, stage = 'active',
              case when kind <> 'hosting' and stage in ('asked', 'offered') then name end,
              case kind when 'hosting' then '{"billing_period": "yearly", "is_manual": false}'::jsonb else '{}' end,
              ${at('n', size.requests)}, ${at('n', size.requests)}
         from asked join people on customer = asked.person
         cross join lateral (select case when chance < 150 then 'asked' when chance < 350 then 'offered'
           when chance < 450 and kind <> 'hosting' then 'suggested' when chance < 600 then 'rejected' else 'active' end as stage) s`,
    `insert into receipts (method, number, user_id)
       select 'mpesa', case when is_unique then 'upekee1' else 'qk' || n end, requests.user_id from requests join asked using (id) where payment_confirmed`,
    `insert into payments (id, user_id, request_id, payer_name, receipt_number, payment_method, method, number, amount, created_at)
       select gen_random_uuid(), user_id, id, 'A payer', 'QK' || n, 'M-Pesa', 'mpesa', case when is_unique then 'upekee1' else 'qk' || n end, 12.5, created_at
         from requests join asked using (id) where payment_confirmed`,
    `insert into records (id, user_id, request_id, kind, name, exclusive, started_at, expires_at, created_at)
       select gen_random_uuid(), user_id, id, kind, subject, kind <> 'hosting', created_at, created_at + interval '4 years', created_at
         from requests where stage = 'active'`,
    `insert into events (user_id, at, type, topics, entity_id, data)
       select user_id, created_at, 'request.submitted', '{requests}', id, '{"kind": "domain", "subject": "a.com"}'
         from requests order by created_at`,
    `insert into audit_log (id, at, actor_id, actor_role, action, entity, entity_id, after)
       select gen_random_uuid(), created_at, user_id, 'user', 'request.submitted', 'request', id, '{}' from requests`,
    `insert into orders (id, user_id, status, total_price, payment_confirmed, created_at, updated_at)
       select gen_random_uuid(), people.id, case when c < 200 then 'pending' when c < 900 then 'completed' else 'cancelled' end,
              20, c < 100 or c between 200 and 899, ${at('o', size.orders)}, ${at('o', size.orders)}
         from (select o, ${spread('o', 5)} as c from generate_series(1, ${size.orders}) o) placed
         join people on customer = case when o % ${size.orders / 40} = 0 then 0 else o % ${size.customers} end`,
    `insert into order_lines (id, order_id, user_id, position, domain, price, state)
       select gen_random_uuid(), id, user_id, p, (array['duka', 'soko', 'hotel', 'chai', 'shule', 'afya', 'mazao', 'kahawa', 'safari', 'samaki'])[1 + abs(hashint8(n)) % 10] || '-o' || n || '-' || p || '.com', 10,
              case status when 'pending' then 'open' when 'completed' then 'registered' else 'gone' end
         from (select *, row_number() over (order by created_at) as n from orders) o, generate_series(1, 2) p`,
    `insert into messages (id, name, email, body, state, created_at)
       select gen_random_uuid(), 'Somebody', 'somebody@example.com', 'A question about number ' || n,
              case when n % 50 = 0 then 'new' when n % 3 = 0 then 'read' else 'answered' end, ${at('n', size.messages)}
         from generate_series(1, ${size.messages}) n`,
    `insert into chat_conversations (user_id, customer_lines, shop_lines, read_by_shop, last_excerpt, last_at)
       select id, 2, 1, case when customer % 20 = 0 then 1 else 2 end, 'Asante', ${at('customer', size.customers)}
         from people where customer % 2 = 0`,
    `insert into chat_lines (user_id, place, id, by_shop, number, body, created_at)
       select user_id, place, gen_random_uuid(), place = 2, case place when 3 then 2 else 1 end, 'Habari za leo', last_at
         from chat_conversations, generate_series(1, 3) place`,
    `insert into cart_items (user_id, domain) select id, 'cart-' || customer || '.com' from people where customer % 2 = 0`,
    `drop table asked, people`,
  ]
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    // Indexes are made at once when the rows are there, as a backup is restored.
    const { rows: indexes } = await client.query<{ name: string; made: string }>(
      `select format('public.%I', relname) as name, pg_get_indexdef(pg_class.oid) as made
         from pg_class join pg_index on indexrelid = pg_class.oid
        where relnamespace = 'public'::regnamespace and not indisunique`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const statement of statements) await client.query(statement)
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const { made } of indexes) await client.query(made)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}
