-- Payment claims, the receipts they name, and refunds. Customers read their own rows, and the server writes them.

-- The customer who has used a receipt. The primary key lets no other customer use it.
create table public.receipts (
  method text collate "C" not null,
  number text collate "C" not null,
  user_id uuid not null references public.profiles,
  created_at timestamptz(3) not null default now(),
  primary key (method, number),
  unique (method, number, user_id)
);
alter table public.receipts enable row level security;
create policy own on public.receipts for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.receipts to {{admin}}, {{service}} using (true) with check (true);
grant select on public.receipts to {{user}};
grant select, insert, update, delete on public.receipts to {{admin}}, {{service}};

-- Payment claims for a request or an order, with the amount of the offer. A rejected claim stays, and its receipt can be
-- used again.
create table public.payments (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  request_id uuid references public.requests,
  order_id uuid references public.orders,
  payer_name text not null,
  -- As the customer typed them, and normalised for comparison.
  receipt_number text not null,
  payment_method text not null,
  method text collate "C" not null,
  number text collate "C" not null,
  holds_method text collate "C" generated always as (case when state = 'claimed' then method end) stored,
  holds_number text collate "C" generated always as (case when state = 'claimed' then number end) stored,
  amount numeric(12, 2),
  currency text not null default 'USD',
  state text not null default 'claimed' check (state in ('claimed', 'rejected')),
  reason text,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  constraint payments_for_one check (num_nonnulls(request_id, order_id) = 1),
  constraint payments_receipt_holder foreign key (holds_method, holds_number, user_id)
    references public.receipts (method, number, user_id)
);
create unique index payments_one_claim on public.payments (request_id) where state = 'claimed';
create unique index payments_one_claim_of_order on public.payments (order_id) where state = 'claimed';
create index payments_of_request on public.payments (request_id, created_at desc);
create index payments_of_order on public.payments (order_id, created_at desc);
create index payments_by_receipt on public.payments (number);
create index payments_holding on public.payments (holds_method, holds_number);
-- The figures of the overview read this index and no rows.
create index payments_claimed on public.payments (created_at) include (request_id, order_id, currency, amount)
  where state = 'claimed';
alter table public.payments enable row level security;
create policy own on public.payments for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.payments to {{admin}}, {{service}} using (true) with check (true);
grant select on public.payments to {{user}};
grant select, insert, update on public.payments to {{admin}}, {{service}};

-- Money of an order that the shop has paid back. The amount still owed is computed: what was paid for lines that are gone,
-- less all refunds.
create table public.refunds (
  id uuid primary key,
  order_id uuid not null,
  user_id uuid not null,
  -- Everything that was owed at that moment.
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null default 'USD',
  method text not null,
  reference text not null,
  -- The day of the payment, as the admin entered it.
  paid_on date not null,
  -- The version of the order that the admin saw: one refund for each.
  order_version integer not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  foreign key (order_id, user_id) references public.orders (id, user_id),
  unique (order_id, order_version)
);
create index refunds_of_person on public.refunds (user_id);
alter table public.refunds enable row level security;
create policy own on public.refunds for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.refunds to {{admin}}, {{service}} using (true) with check (true);
grant select on public.refunds to {{user}};
grant select, insert on public.refunds to {{admin}}, {{service}};
