-- The list of payments is sorted by when they were paid, as a bank book is, not by when they came to be known.
alter table public.received_payments
  add column at timestamptz(3) not null generated always as (coalesce(paid_at, created_at)) stored;
create index received_by_time on public.received_payments (at desc, id desc);
create index received_by_state on public.received_payments (state, at desc, id desc);
drop index public.received_listed, public.received_of_person;
create index received_of_person on public.received_payments (user_id, at desc, id desc) where user_id is not null;
