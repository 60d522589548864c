-- Money of an order that the shop has given back. What is owed back stays a sum: of what was paid, what no name was
-- given for, without what has been given back already.

create table public.refunds (
  id uuid primary key,
  order_id uuid not null,
  user_id uuid not null,
  -- All that was owed at that moment.
  amount numeric(12, 2) not null check (amount > 0),
  currency text not null default 'USD',
  method text not null,
  reference text not null,
  -- The day on which it was paid, as the admin says.
  paid_on date not null,
  -- The version of the order that the admin looked at: one refund of each.
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
