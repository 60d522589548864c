-- The inbox and the counts of what waits read these indexes: orders of which money may be owed back.
create index orders_cancelled_paid on public.orders (id) where status = 'cancelled' and payment_confirmed;
create index order_lines_gone on public.order_lines (order_id) where state = 'gone';

-- Which admin works on an item of the inbox. `since` tells one wait of a request from its next one: who had the first does
-- not have the second.
create table public.inbox_takes (
  kind text collate "C" not null,
  id uuid not null,
  since timestamptz(3) not null,
  taken_by uuid not null references public.profiles,
  taken_at timestamptz(3) not null default now(),
  primary key (kind, id)
);
create index inbox_takes_of_person on public.inbox_takes (taken_by);
alter table public.inbox_takes enable row level security;
create policy all_rows on public.inbox_takes to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, update, delete on public.inbox_takes to {{admin}}, {{service}};
