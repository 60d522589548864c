-- Orders of domains from the cart: paid with the same payments and receipts as requests, decided name by name, and
-- turned into the same records.

create table public.orders (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  status text not null default 'pending' check (status in ('pending', 'completed', 'cancelled')),
  -- The sum of its lines when it was placed. It stays, whatever becomes of the lines.
  total_price numeric(12, 2) not null check (total_price >= 0),
  admin_feedback text,
  payment_confirmed boolean not null default false,
  -- Why the last claim of payment was turned down, until there is another.
  claim_rejection text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (id, user_id)
);
create index orders_of_person on public.orders (user_id, created_at desc, id desc);
create index orders_newest on public.orders (created_at desc, id desc);
create index orders_by_status on public.orders (status, created_at desc, id desc);

create table public.order_lines (
  id uuid primary key,
  order_id uuid not null,
  user_id uuid not null,
  position integer not null,
  domain text collate "C" not null,
  price numeric(12, 2) not null check (price >= 0),
  state text not null default 'open' check (state in ('open', 'registered', 'gone')),
  -- Whether it was free could not be told when the order was placed: the admin is to look first.
  unchecked boolean not null default false,
  unique (order_id, domain),
  foreign key (order_id, user_id) references public.orders (id, user_id)
);
create index order_lines_of_domain on public.order_lines (domain);

-- A payment is for one thing: a request or an order. A receipt has one holder across both.
alter table public.payments add column order_id uuid references public.orders;
alter table public.payments add constraint payments_for_one check (num_nonnulls(request_id, order_id) = 1);
create unique index payments_one_claim_of_order on public.payments (order_id) where state = 'claimed';
create index payments_of_order on public.payments (order_id, created_at desc);

-- A record comes from one thing as well, and each creates one at the most.
alter table public.records alter column request_id drop not null;
alter table public.records add column order_line_id uuid unique references public.order_lines;
alter table public.records add constraint records_from_one check (num_nonnulls(request_id, order_line_id) = 1);

alter table public.orders enable row level security;
alter table public.order_lines enable row level security;

-- A customer places without a word of what becomes of it, and may change nothing but the claim's flag.
create policy own on public.orders for select to {{user}} using (user_id = auth.user_id());
create policy place on public.orders for insert to {{user}}
  with check (user_id = auth.user_id() and status = 'pending' and not payment_confirmed);
create policy claim on public.orders for update to {{user}}
  using (user_id = auth.user_id() and status <> 'cancelled' and not payment_confirmed) with check (user_id = auth.user_id());
grant select on public.orders to {{user}};
grant insert (id, user_id, total_price) on public.orders to {{user}};
grant update (payment_confirmed, claim_rejection, version, updated_at) on public.orders to {{user}};

create policy own on public.order_lines for select to {{user}} using (user_id = auth.user_id());
create policy place on public.order_lines for insert to {{user}} with check (user_id = auth.user_id() and state = 'open');
grant select on public.order_lines to {{user}};
grant insert (id, order_id, user_id, position, domain, price, unchecked) on public.order_lines to {{user}};

do $$ declare t text; begin
  foreach t in array array['orders', 'order_lines'] loop
    execute format('create policy all_rows on public.%I to {{admin}}, {{service}} using (true) with check (true)', t);
    execute format('grant select, insert, update on public.%I to {{admin}}, {{service}}', t);
  end loop;
end $$;
