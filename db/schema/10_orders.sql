-- Orders from the cart: domains, email addresses and hosting plans. Customers read their own orders, and the server writes
-- them.

-- The cart of a customer, copied from the devices that fill it.
create table public.cart_items (
  user_id uuid not null references public.profiles,
  domain text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, domain)
);
alter table public.cart_items enable row level security;
create policy own on public.cart_items to {{user}}
  using (user_id = (select auth.user_id())) with check (user_id = (select auth.user_id()));
create policy all_rows on public.cart_items to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.cart_items as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{*.write}')));
create policy staff_delete on public.cart_items as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{*.write}')));
grant select, insert, delete on public.cart_items to {{user}}, {{admin}}, {{service}};

-- The number by which people speak of an order. It is unique, and without other meaning.
create sequence public.order_numbers as integer start 1001;
grant usage on sequence public.order_numbers to {{admin}}, {{service}};

create table public.orders (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  status text not null default 'pending' check (status in ('pending', 'completed', 'cancelled')),
  -- The sum of the lines when the order was placed. It does not change with the lines.
  total_price numeric(15, 3) not null check (total_price >= 0),
  admin_feedback text,
  -- As of a request.
  payment_confirmed boolean not null default false,
  -- Why the last payment claim was rejected, until there is another claim.
  claim_rejection text,
  -- The text that searches read. Triggers write it.
  search text collate "C" not null default '',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  number integer not null default nextval('public.order_numbers'),
  currency text collate "C" not null default 'USD',
  claimed_since timestamptz(3),
  -- What the shop owes the customer, as `amountOwed` computes it. Triggers write it.
  owed numeric(15, 3) not null default 0 check (owed >= 0),
  unique (id, user_id)
);
create index orders_of_person on public.orders (user_id, created_at desc, id desc);
create index orders_newest on public.orders (created_at desc, id desc);
create index orders_by_status on public.orders (status, created_at desc, id desc);
-- The filters by payment claim.
create index orders_claimed on public.orders (created_at desc, id desc)
  where payment_confirmed and status = 'pending';
create index orders_unclaimed on public.orders (created_at desc, id desc)
  where not payment_confirmed and status <> 'cancelled';
create index orders_unclaimed_by_status on public.orders (status, created_at desc, id desc)
  where not payment_confirmed and status <> 'cancelled';
-- The figures of the overview read these indexes and no rows.
create index orders_waiting on public.orders (created_at) include (payment_confirmed) where status = 'pending';
create index orders_delivered on public.orders (id) where status = 'completed';
create unique index orders_number on public.orders (number);
create index orders_claims on public.orders (claimed_since, id) where payment_confirmed and status = 'pending';
create index orders_owed on public.orders (updated_at, id) where owed > 0;
create index orders_search on public.orders using gin (search gin_trgm_ops)
  with (gin_pending_list_limit = 256);
alter sequence public.order_numbers owned by public.orders.number;
alter table public.orders enable row level security;
create policy own on public.orders for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.orders to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.orders as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{*.write}')));
grant select on public.orders to {{user}};
grant select, insert, update on public.orders to {{admin}}, {{service}};

create table public.order_lines (
  id uuid primary key,
  order_id uuid not null,
  user_id uuid not null,
  position integer not null,
  domain text collate "C" not null,
  price numeric(15, 3) not null check (price >= 0),
  state text not null default 'open' check (state in ('open', 'registered', 'gone')),
  -- The availability was unknown when the order was placed: the admin has to check it first.
  unchecked boolean not null default false,
  -- The domain while the order is pending and the domain not gone, otherwise null. A customer has a domain in one open
  -- order at a time.
  open_key text collate "C",
  -- The first term, which may be longer than a year.
  years integer not null default 1 check (years between 1 and 10),
  -- The price of each year after the first one, as it was when the order was placed: the first may be cheaper. Null for one
  -- year, and in old orders.
  further_price numeric(15, 3) check (further_price >= 0),
  unique (order_id, domain),
  foreign key (order_id, user_id) references public.orders (id, user_id)
);
create unique index order_lines_one_open on public.order_lines (user_id, open_key);
create index order_lines_of_domain on public.order_lines (domain);
alter table public.order_lines enable row level security;
create policy own on public.order_lines for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.order_lines to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.order_lines as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{*.write}')));
grant select on public.order_lines to {{user}};
grant select, insert, update on public.order_lines to {{admin}}, {{service}};
