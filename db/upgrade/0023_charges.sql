-- What customers owe. Each offered request, each order and each renewal with a price has one charge, with the reference
-- that the payer types. Customers read their own charges, and the server writes them.

create table public.charges (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  -- What the payer types: six characters and a check character, without blanks (src/features/payments/reference.ts).
  reference text collate "C" not null unique,
  request_id uuid unique references public.requests,
  order_id uuid unique references public.orders,
  renewal_id uuid unique references public.renewals,
  -- The name of the product, or `order`.
  kind text collate "C" not null,
  -- What is paid for, as sentences name it.
  subject text collate "C" not null,
  -- What is due in all, with taxes, in the currency that the shop had when it was offered.
  amount numeric(15, 3) not null check (amount >= 0),
  currency text not null,
  -- The same amount in the currencies of payment methods, as it was offered: [{method, currency, rate, amount}].
  quotes jsonb not null default '[]',
  -- What received money has paid of it.
  settled numeric(15, 3) not null default 0 check (settled >= 0),
  state text collate "C" not null default 'open' check (state in ('open', 'paid', 'void')),
  -- Paid by matched money: the program has to deliver what was paid for.
  activate boolean not null default false,
  due_on date,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- When it was paid first. From then on its amount does not change.
  paid_at timestamptz(3),
  search text collate "C" not null generated always as (lower(' ' || reference || ' ' || subject)) stored,
  constraint charges_for_one check (num_nonnulls(request_id, order_id, renewal_id) = 1)
);
create index charges_of_person on public.charges (user_id, created_at desc, id desc);
create index charges_newest on public.charges (created_at desc, id desc);
-- Suggestions look for open charges of an amount.
create index charges_open on public.charges (currency, amount) where state = 'open';
create index charges_to_activate on public.charges (id) where activate;
alter table public.charges enable row level security;
create policy own on public.charges for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.charges to {{admin}}, {{service}} using (true) with check (true);
grant select on public.charges to {{user}};
grant select, insert, update on public.charges to {{admin}}, {{service}};

do $$ begin
  execute (select format('create index charges_search on public.charges using gin (search %I.gin_trgm_ops)', nspname)
             from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm');
end $$;

-- The offers and orders of today. Everything older than this file is in dollars.
do $$
declare
  -- The alphabet of references, and the values of its characters in ISO 7064 MOD 37-2.
  letters constant text := '34679ACDEFGHJKMNPQRTUVWXY';
  all_values constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*';
  due record;
  made text;
  total integer;
begin
  for due in
    select user_id, id as request_id, null::uuid as order_id, kind, subject, price as amount, updated_at as since
      from public.requests where stage = 'offered' and price > 0
    union all
    select o.user_id, null, o.id, 'order',
           min(l.domain) filter (where l.position = firsts.position)
             || case when firsts.lines > 1 then ' +' || firsts.lines - 1 else '' end,
           sum(l.price) filter (where l.state <> 'gone'), o.created_at
      from public.orders o
      join public.order_lines l on l.order_id = o.id
      join (select order_id, min(position) as position, count(*) as lines from public.order_lines group by order_id) firsts
        on firsts.order_id = o.id
     where o.status = 'pending' or (o.status = 'completed' and not o.payment_confirmed)
     group by o.id, firsts.position, firsts.lines
    having sum(l.price) filter (where l.state <> 'gone') > 0
    order by since
  loop
    loop
      made := '';
      total := 0;
      for n in 1..6 loop
        made := made || substr(letters, 1 + floor(random() * length(letters))::integer, 1);
        total := (total + strpos(all_values, right(made, 1)) - 1) * 2 % 37;
      end loop;
      made := made || substr(all_values, 1 + (38 - total) % 37, 1);
      exit when strpos(letters, right(made, 1)) > 0
            and not exists (select from public.charges where reference = made);
    end loop;
    insert into public.charges (id, user_id, reference, request_id, order_id, kind, subject, amount, currency, created_at)
    values (gen_random_uuid(), due.user_id, made, due.request_id, due.order_id, due.kind, due.subject, due.amount, 'USD',
            due.since);
  end loop;
end $$;
