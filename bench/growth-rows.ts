import type { Pool, PoolClient } from 'pg'

/** How many rows a shop of a size has. */
interface Size {
  requests: number
  customers: number
  orders: number
  messages: number
  conversations: number
  /** Whether all that was ever asked for and came in still waits. Otherwise only the newest does. */
  backlog: boolean
}

const sizeOf = (requests: number, backlog: boolean): Size => ({
  requests,
  backlog,
  customers: requests / 5,
  orders: requests / 5,
  messages: requests / 10,
  conversations: requests / 10,
})

/** The people whose own pages are measured. They have the same rows at every size. */
export interface People {
  customer: string
  admin: string
}

const firstNames = `'{Juma,Neema,Baraka,Zuri,Amani,Imani,Faraja,Hamisi,Salma,Asha}'`
const lastNames = `'{Mwangi,Otieno,Kimaro,Mushi,Achieng,Kamau,Njoroge,Massawe,Lyimo,Shayo,Mollel}'`
const trades = `'{soko,hotel,safari,samaki,kahawa,chai,mazao,shule,afya,duka}'`
const endings = `'{com,co.tz,africa,org,net,app,info}'`
const pick = (list: string, n: string) => `(${list}::text[])[1 + (${n}) % cardinality(${list}::text[])]`

/** Pseudo-random numbers from 0 to 999, the same on every run. */
const spread = (n: string, salt: number) => `(abs(hashint4(((${n}) * 7 + ${salt})::int)) % 1000)`

/** Three years, the newest at the end. */
const at = (n: string, of: number) => `now() - interval '3 years' * (1 - (${n})::float8 / ${of + 1})`

/** Maps a time of the three years to the last days, for rows that are deleted after some time. */
const within = (days: number, time: string) => `now() - (now() - ${time}) * ${days / (3 * 366)}`

/** A UUID v7 of a time, as the program makes them. */
const idOf = (time: string) => `uuidv7(${time} - now())`

/** The first forty customers have all searched names, in a small shop too. */
const isFirst = `customer <= 40`
const isBanned = `(customer % 500 = 7 or ${isFirst})`
const isUnconfirmed = `(customer % 20 = 3 or ${isFirst})`
const hasFactor = `(customer % 50 = 9 or ${isFirst})`

/**
 * Accounts and their rows. One customer in ten is called Asha, one in a hundred Mwajuma, only one Zawadi. One account
 * in 20 is unconfirmed, one in 50 has a second factor, one in 500 is banned, the first 40 are all three, 20 are admins.
 */
const accounts = ({ customers }: Size, { customer, admin }: People) => [
  `create temp table people as
     select n as customer, ${idOf(at('n', customers))} as id, ${at('n', customers)} as since from generate_series(1, ${customers}) n`,
  `create unique index on people (customer)`,
  `insert into profiles (id, role, full_name, business_name, country, phone_number, email, created_at)
     select id, case when customer % ${customers / 20} = 1 then 'admin' else 'user' end,
            case when customer = ${Math.floor(customers / 3)} then 'Zawadi'
                 when customer % 97 = 5 then 'Mwajuma' else ${pick(firstNames, spread('customer', 11))} end
              || ' ' || case when customer = ${Math.floor(customers / 3)} then 'Nyota' else ${pick(lastNames, spread('customer', 12))} end,
            case when customer = ${customers / 10 + 1} then 'Duka'
                 when customer % 3 = 0 then initcap(${pick(trades, spread('customer', 13))}) || ' ' || customer end,
            case when customer % 50 = 0 then 'KE' else 'TZ' end,
            case when customer = ${Math.floor(customers / 3)} then '+255699123456' else '+2557' || lpad(customer::text, 8, '0') end,
            'customer' || customer || '@example.com', since
       from people`,
  `insert into profiles (id, full_name, country, phone_number, email, created_at)
     values ('${customer}', 'Rehema Busy', 'TZ', '+255711000111', 'rehema@example.com', now() - interval '1 year')`,
  `insert into auth.users (id, email, email_confirmed_at, banned_until, last_sign_in_at, created_at)
     select id, 'customer' || customer || '@example.com', case when not ${isUnconfirmed} then since end,
            case when ${isBanned} then now() + interval '1 year' end, since, since from people`,
  `insert into auth.identities (id, user_id, provider, provider_id, email, created_at)
     select ${idOf('since')}, id, 'email', id::text, 'customer' || customer || '@example.com', since from people`,
  `insert into auth.factors (id, user_id, factor_type, status, created_at)
     select ${idOf('since')}, id, 'totp', 'verified', since from people where ${hasFactor}`,
  `insert into auth.sessions (id, user_id, created_at, refreshed_at)
     select ${idOf('since')}, id, since, since from people where customer % 4 = 0`,
  `insert into auth.sessions (id, user_id)
     select gen_random_uuid(), id from (values ('${customer}'::uuid), ('${admin}')) of (id), generate_series(1, 5)`,
  // The measured customer: the rows are in the middle of all rows.
  `insert into people values (0, '${customer}', now())`,
]

/**
 * Some rows in the middle match each filter: sixteen for each status and claim, with all searched customers and texts.
 * The customers are an Asha, a Mwajuma, Zawadi with her number, the seventeenth with the address, and the business Duka.
 */
const FOR_EACH = 16
const wantedOnes = (customers: number, n: string) =>
  `(array[${firstAsha}, 5, ${Math.floor(customers / 3)}, 17, ${customers / 10 + 1}])[1 + (${n}) % 5]`
const firstAsha = `(select min(customer) from people join profiles using (id) where full_name like 'Asha %')`
const wantedWords = (n: string) => `(array['nadra', 'bahati', 'duka', 'soko'])[1 + (${n}) % 4]`
const wantedKinds = `(array['domain', 'email', 'hosting'])`
/** Requested, offered and unpaid, offered and claimed, suggested, rejected, active: see `stage` below. */
const wantedStages = `(array[100, 151, 153, 400, 500, 900])`
/** The measured customer is a reseller with so many requests. */
const MINE = 1_200
const FIRST_FOR_ALL = MINE + 200
const isForAll = `n between mine + ${FIRST_FOR_ALL} and mine + ${FIRST_FOR_ALL + 18 * FOR_EACH - 1}`
const nth = `(n - mine - ${FIRST_FOR_ALL}) / ${FOR_EACH}`

/** So many of the newest rows of each table wait. */
const WAITING = 400
/** Whether a row may wait: with a backlog, every one. */
const mayWait = (n: string, of: number, backlog: boolean) => (backlog ? 'true' : `${n} > ${of - WAITING}`)

/**
 * Requests, payments and services. One name in ten contains "duka", one in a hundred "nadra", at most a thousand contain
 * "bahati", and only one begins with "upekee".
 */
const requests = ({ requests, customers, backlog }: Size) => [
  `create temp table asked as
     select n, ${at('n', requests)} as since, ${idOf(at('n', requests))} as id,
            ${mayWait('n', requests, backlog)} or ${isForAll} as may_wait,
            case when n between mine and mine + ${MINE - 1} then 0 when ${isForAll} then ${wantedOnes(customers, 'n')}
                 else 1 + (n::bigint * 7919) % ${customers} end as person,
            case when n between mine and mine + ${MINE - 1} then (array['domain', 'email', 'hosting'])[1 + n % 3]
                 when ${isForAll} then ${wantedKinds}[1 + ${nth} % 3] when n % 10 < 7 then 'domain' when n % 10 < 9 then 'email' else 'hosting' end as kind,
            n = ${Math.floor(requests / 4)} as is_unique,
            case when n = ${Math.floor(requests / 4)} then 900 when ${isForAll} then ${wantedStages}[1 + ${nth} / 3]
                 else ${spread('n', 1)} end as chance,
            case when n = ${Math.floor(requests / 4)} then 'upekee' when ${isForAll} then ${wantedWords('n')}
                 when ${spread('n', 16)} < ${Math.max(1, Math.round(40_000 / requests))} then 'bahati'
                 when ${spread('n', 15)} % 100 = 3 then 'nadra' else ${pick(trades, spread('n', 3))} end
              || '-' || n || '.' || ${pick(endings, spread('n', 4))} as name
       from generate_series(1, ${requests}) n, (values (${Math.floor(requests / 2)})) middle (mine)`,
  `insert into requests (id, user_id, kind, subject, status, stage, price, payment_confirmed, open_key, details, search, claimed_since, created_at, updated_at)
     select asked.id, people.id, kind, subject,
            case stage when 'asked' then 'pending' when 'offered' then case kind when 'hosting' then 'approved' else 'available' end
                       when 'active' then case kind when 'domain' then 'YOUR DOMAIN IS ACTIVE NOW' when 'email' then 'YOUR EMAIL IS ACTIVE NOW' else 'active' end
                       else stage end,
            stage, case when stage = 'offered' or kind <> 'domain' then 12.5 end,
            stage = 'active' or is_claimed,
            case when kind <> 'hosting' and stage in ('asked', 'offered') then name end,
            case kind when 'hosting' then '{"billing_period": "yearly", "is_manual": false}'::jsonb else '{}' end,
            profiles.search || ' ' || lower(subject) || case when stage = 'active' or is_claimed
              then ' ' || case when is_unique then 'upekee1' else 'qk' || n end || ' ' else '' end,
            case when stage = 'active' or is_claimed then asked.since end, asked.since, asked.since
       from asked join people on customer = asked.person join profiles on profiles.id = people.id
       cross join lateral (select case kind when 'domain' then name when 'email' then 'info@' || name
         else (array['Basic', 'Business', 'Enterprise'])[1 + n % 3] end as subject) asked_for
       cross join lateral (select case when chance < 150 and may_wait then 'asked' when chance < 150 then 'rejected' when chance < 350 then 'offered'
         when chance < 450 and kind <> 'hosting' then 'suggested' when chance < 600 then 'rejected' else 'active' end as stage) s
       cross join lateral (select stage = 'offered' and chance % 3 = 0 and may_wait as is_claimed) c
      order by n`,
  `insert into answer_times (request_id, kind, arrived_at, answered_at, answered_by, activated_at, activated_by)
     select id, kind, created_at, created_at + ${spread('n', 9)} * interval '3 seconds', (select id from profiles where role = 'admin' limit 1),
            case when stage = 'active' then created_at + ${spread('n', 9)} * interval '1 minute' end, (select id from profiles where role = 'admin' limit 1)
       from requests join (select id, n from asked) one using (id) where stage <> 'asked' order by n`,
  `insert into receipts (method, number, user_id)
     select 'mpesa', case when is_unique then 'upekee1' else 'qk' || n end, requests.user_id from requests join (select id, n, is_unique from asked) one using (id) where payment_confirmed`,
  `insert into claims (id, user_id, request_id, payer_name, receipt_number, payment_method, method, number, amount, state, created_at)
     select ${idOf('created_at')}, user_id, id, 'A payer', 'QK' || n, 'M-Pesa', 'mpesa', case when is_unique then 'upekee1' else 'qk' || n end, 12.5,
            case when stage = 'active' then 'settled' else 'open' end, created_at
       from requests join (select id, n, is_unique from asked) one using (id) where payment_confirmed order by n`,
  // One service in ten has expired, and a twelfth of the others expires in each of the next months. One in twenty has
  // ended, and one in two hundred is suspended.
  `insert into services (id, user_id, request_id, kind, name, exclusive, started_at, expires_at, created_at, search, status, released_at)
     select ${idOf('created_at')}, user_id, id, kind, subject, kind <> 'hosting', created_at,
            now() + interval '1 year' * (${spread('n', 6)} - 100) / 900.0, created_at, profiles_search || ' ' || lower(subject),
            case when ${spread('n', 20)} < 50 then 'ended' when ${spread('n', 20)} < 55 then 'suspended' else 'active' end,
            case when ${spread('n', 20)} < 50 then created_at + interval '1 hour' end
       from (select requests.*, profiles.search as profiles_search from requests join profiles on profiles.id = user_id) r
       join (select id, n from asked) one using (id) where stage = 'active' order by n`,
  `insert into service_notes (id, service_id, user_id, body, created_at)
     select ${idOf('created_at')}, id, user_id, 'Asked for another registrar', created_at
       from (select *, row_number() over (order by created_at) as n from services) r where n % 20 = 0`,
  `insert into renewals (id, service_id, user_id, service_version, expires_at, created_at, done_at)
     select ${idOf('created_at')}, id, user_id, 1, expires_at, created_at,
            case when not (${spread('n', 8)} < 200 and (${backlog} or n > most - ${WAITING})) then created_at + interval '1 hour' end
       from (select *, row_number() over (order by created_at) as n, count(*) over () as most from services) r where n % 2 = 0`,
]

/** What is due and was paid for requests and renewals: charges, received money and invoices. */
const money = ({ requests, backlog }: Size, { customer }: People) => [
  `create temp table due as
     select ${idOf('since')} as id, d.*, row_number() over (order by since) as n from (
       select user_id, id as request_id, null::uuid as order_id, null::uuid as renewal_id, kind, subject, stage = 'active' as paid, created_at as since, null::date as due_on
         from requests where stage in ('offered', 'active')
       union all
       select user_id, null, id, null, 'order', 'two-names.com +1', payment_confirmed, created_at, null from orders where status <> 'cancelled'
       union all
       select n.user_id, null, null, n.id, r.kind, r.name, n.done_at is not null, n.created_at, n.expires_at::date
         from renewals n join services r on r.id = n.service_id) d`,
  `insert into charges (id, user_id, reference, request_id, order_id, renewal_id, kind, subject, amount, currency, settled, state, due_on, created_at, paid_at)
     select id, user_id, 'K' || lpad(upper(to_hex(n)), 6, '0'), request_id, order_id, renewal_id, kind, subject, 12.5, 'USD',
            case when paid then 12.5 else 0 end, case when paid then 'paid' else 'open' end, due_on, since, case when paid then since end
       from due order by n`,
  `insert into received_payments (id, channel, kind, method, amount, currency, code, code_key, payer_name, received_at, state, user_id, created_at)
     select ${idOf('p.created_at')}, 'message', 'incoming', 'mpesa', 12.5, 'USD', 'RC' || o.n, 'rc' || o.n, 'A payer', p.created_at,
            case when o.n % 200 = 0 and (${backlog} or o.n > ${requests - 40 * WAITING}) then (array['held', 'received', 'unread'])[1 + o.n / 200 % 3] else 'matched' end,
            p.user_id, p.created_at
       from claims p join asked o on o.id = p.request_id join due using (request_id) where o.n % 4 = 0 order by o.n`,
  `insert into allocations (id, payment_id, charge_id, user_id, amount, currency, outcome, claim_id, allocated_at)
     select r.id, r.id, due.id, r.user_id, 12.5, 'USD', 'matched', p.id, r.created_at
       from received_payments r join asked o on 'RC' || o.n = r.code join claims p on p.request_id = o.id
       join due on due.request_id = o.id
      where r.state = 'matched'`,
  `insert into invoices (id, kind, series, year, number, name, user_id, charge_id, amount, vat, currency, tax_point, facts, created_at, pdf, sha256, written_at)
     select ${idOf('since')}, 'invoice', 'INV', 2025, n, 'INV-2025-' || lpad(n::text, 6, '0'), user_id, id, 12.5, 2, 'USD', since::date,
            '{"title": "receipt", "issuedOn": "2026-01-05", "customer": {"name": "Somebody"}}', since, '', '', since
       from due where paid order by n`,
  `insert into customer_notes (id, user_id, body, created_at)
     select ${idOf('created_at')}, id, 'Prefers to be called in the morning', created_at
       from (select *, row_number() over (order by created_at) as n from profiles) p where n % 10 = 0`,
  `insert into customer_notes (id, user_id, body, created_at)
     select ${idOf(`now() - n * interval '5 days'`)}, '${customer}', 'Called about number ' || n, now() - n * interval '5 days'
       from generate_series(1, 60) n`,
]

/** Pending and unpaid, pending and claimed, completed and unpaid, completed and paid, cancelled. */
const wantedOrders = `(array[150, 50, 875, 500, 950])[1 + (o - 101) / ${FOR_EACH}]`
/** Of one paid order in so many, a name could not be registered. All but the newest of these were paid back. */
const GONE = 50
const isForAllOrders = `o between 101 and ${100 + 5 * FOR_EACH}`

/** Orders of two names each, and the payments for them. */
const orders = ({ orders, customers, backlog }: Size) => [
  `create temp table named as
     select o, p, case when ${isForAllOrders} then ${wantedWords('o')} when ${spread('o', 17)} % 100 = 3 then 'nadra' else ${pick(trades, spread('o', 10))} end || '-o' || o || '-' || p || '.com' as domain
       from generate_series(1, ${orders}) o, generate_series(1, 2) p`,
  `insert into orders (id, user_id, status, total_price, payment_confirmed, claimed_since, search, created_at, updated_at)
     select ${idOf(at('o', orders))}, people.id, case when c < 100 and not may_wait then 'completed' when c < 200 then 'pending' when c < 900 then 'completed' else 'cancelled' end,
            20, c < 100 or c between 200 and 850, case when c < 100 or c between 200 and 850 then ${at('o', orders)} end, profiles.search || names || case when c < 100 or c between 200 and 850 then ' or' || o || ' ' else '' end, ${at('o', orders)}, ${at('o', orders)}
       from (select o, case when ${isForAllOrders} then ${wantedOrders} else ${spread('o', 5)} end as c,
                    ${mayWait('o', orders, backlog)} or ${isForAllOrders} as may_wait, string_agg(' ' || domain, '' order by p) as names from named group by o) placed
       join people on customer = case when o % ${orders / 40} = 0 then 0 when ${isForAllOrders} then ${wantedOnes(customers, 'o + o / 5')} else o % ${customers} end
       join profiles on profiles.id = people.id order by o`,
  `create temp table placed as select *, row_number() over (order by created_at) as n from orders`,
  `insert into order_lines (id, order_id, user_id, position, domain, price, state)
     select ${idOf('created_at')}, id, user_id, p, domain, 10,
            case when status = 'cancelled' or status = 'completed' and payment_confirmed and n % ${GONE} = 0 and p = 2 then 'gone'
                 when status = 'pending' then 'open' else 'registered' end
       from placed join named on o = n order by n`,
  `insert into refunds (id, order_id, user_id, amount, currency, method, reference, paid_on, order_version, created_at)
     select ${idOf('created_at')}, id, user_id, 10, 'USD', 'M-Pesa', 'BK' || n, created_at::date, 1, created_at
       from placed where status = 'completed' and payment_confirmed and n % ${GONE} = 0 and n < ${orders - 10 * GONE}`,
  `update orders set owed = 10 from placed
    where placed.id = orders.id and placed.status = 'completed' and placed.payment_confirmed and placed.n % ${GONE} = 0 and placed.n >= ${orders - 10 * GONE}`,
  `insert into receipts (method, number, user_id) select 'bank', 'or' || n, user_id from placed where payment_confirmed`,
  `insert into claims (id, user_id, order_id, payer_name, receipt_number, payment_method, method, number, amount, state, created_at)
     select ${idOf('created_at')}, user_id, id, 'A payer', 'OR' || n, 'Bank', 'bank', 'or' || n, 20,
            case when status = 'completed' then 'settled' else 'open' end, created_at
       from placed where payment_confirmed order by n`,
]

/** Events, the audit log, mails, messages, the chat, and carts. */
const others = ({ messages, conversations, backlog }: Size, { customer, admin }: People) => [
  `insert into events (user_id, at, type, topics, entity_id, data)
     select user_id, ${within(360, 'created_at')}, type, '{requests}', id, '{"kind": "domain", "subject": "a.com"}'
       from requests, (values ('request.submitted', 1), ('request.changed', 2)) of (type, part)
      where part = 1 or stage <> 'asked' order by created_at`,
  `insert into audit_log (id, at, actor_id, actor_role, action, entity, entity_id, after)
     select ${idOf('created_at')}, created_at, case part when 1 then user_id else '${admin}'::uuid end,
            case part when 1 then 'user' else 'admin' end, action, 'request', id, '{"status": "pending"}'
       from requests, (values ('request.submitted', 1), ('request.reviewed', 2)) of (action, part)
      where part = 1 or stage <> 'asked' order by created_at`,
  `insert into audit_log (id, at, actor_id, actor_role, action, entity, entity_id)
     select ${idOf('created_at')}, created_at, id, 'user', 'account.user_signedup', 'account', id from profiles`,
  `insert into audit_log (id, at, actor_id, actor_role, action, entity, entity_id)
     select gen_random_uuid(), now() - n * interval '5 days', '${customer}', 'user', 'profile.changed', 'profile', '${customer}' from generate_series(1, 120) n`,
  `update audit_log set seq = numbered.n from (select id, row_number() over (order by at, id) as n from audit_log) numbered
    where audit_log.id = numbered.id`,
  `insert into mails (id, kind, recipient, user_id, language, secret, state, attempts, due_at, expires_at, created_at, sent_at)
     select ${idOf('at')}, 'request-offered', email, user_id, 'en', false, state, 1,
            case when state = 'waiting' then now() + interval '1 year' else at end, now() + interval '2 years', at, at
       from (select id, email, ${within(85, 'r.created_at')} as at, r.user_id,
                    case when email ~ '^customer(7|17|77)@' then (array['failed', 'waiting', 'sent'])[1 + nth % 3]
                         when n % 100 = 1 then 'failed' when n % 1000 = 2 then 'waiting' else 'sent' end as state
               from (select *, row_number() over (order by created_at) as n, row_number() over (partition by user_id) as nth
                       from requests where stage <> 'asked') r
               join (select id as user_id, email from profiles) p using (user_id)) written order by written.at`,
  `insert into messages (id, name, email, body, state, created_at)
     select ${idOf(at('n', messages))}, 'Somebody', 'somebody@example.com', 'A question about number ' || n,
            case when n % 50 = 0 and ${mayWait('n', messages, backlog)} then 'new' when n % 3 = 0 then 'read' else 'answered' end, ${at('n', messages)}
       from generate_series(1, ${messages}) n`,
  `insert into chat_conversations (user_id, customer_lines, shop_lines, read_by_shop, last_excerpt, last_at, closed, search)
     select id, 2, 1, case when n % 20 = 0 and ${mayWait('n', conversations, backlog)} or n <= 40 then 1 else 2 end, 'Asante', ${at('n', conversations)}, n % 3 = 1, search
       from (select *, row_number() over (order by customer) as n from people join profiles using (id) where customer % 2 = 1) p where n <= ${conversations}`,
  `insert into chat_conversations (user_id, customer_lines, shop_lines, read_by_shop, last_excerpt, last_at, search)
     select id, 100, 20, 100, 'Asante', now() - interval '1 year', search from profiles where id = '${customer}'`,
  `insert into chat_lines (user_id, place, id, by_shop, number, body, created_at)
     select user_id, place, ${idOf('last_at')}, place = 2, case place when 3 then 2 else 1 end, 'Habari za leo', last_at
       from chat_conversations, generate_series(1, 3) place where user_id <> '${customer}'`,
  `insert into chat_lines (user_id, place, id, by_shop, number, body, created_at)
     select '${customer}', place, gen_random_uuid(), place > 100, case when place > 100 then place - 100 else place end, 'Habari za leo', now()
       from generate_series(1, 120) place`,
  `insert into cart_items (user_id, domain) select id, 'cart-' || customer || '.com' from people where customer % 2 = 0`,
]

/** Fills a migrated database with a shop of three years and so many requests. The other tables grow in proportion. */
export async function fill(pool: Pool, wanted: number, people: People, backlog: boolean) {
  const size = sizeOf(wanted, backlog)
  const client = await pool.connect()
  try {
    await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
      set synchronous_commit = off; set work_mem = '128MB'; set maintenance_work_mem = '512MB'`)
    const restore = await withoutKeys(client)
    for (const statement of [
      ...accounts(size, people),
      ...requests(size),
      ...orders(size),
      ...money(size, people),
      ...others(size, people),
      'drop table asked, placed, named, due, people',
    ])
      await client.query(statement)
    await restore()
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

/**
 * Drops all keys and indexes and disables all triggers, and returns a function that restores them. The inserted rows
 * already hold what the triggers would write.
 */
async function withoutKeys(client: PoolClient) {
  const ours = `array['public'::regnamespace, 'auth']`
  const { rows: keys } = await client.query<{ on: string; name: string; made: string }>(
    `select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as made
       from pg_constraint where connamespace = any (${ours}) and contype in ('p', 'u', 'f') order by contype = 'f'`,
  )
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
       from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = any (${ours}) and not exists (select from pg_constraint where conindid = indexrelid)`,
  )
  const { rows: withTriggers } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where relnamespace = any (${ours}) and not tgisinternal`,
  )
  for (const { name } of withTriggers) await client.query(`alter table ${name} disable trigger user`)
  for (const { on, name } of keys.toReversed())
    await client.query(`alter table ${on} drop constraint ${name}`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return async () => {
    for (const { made } of indexes) await client.query(made)
    for (const { on, name, made } of keys)
      await client.query(`alter table ${on} add constraint ${name} ${made}`)
    for (const { name } of withTriggers) await client.query(`alter table ${name} enable trigger user`)
  }
}
