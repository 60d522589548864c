-- Renewals of several services in one order, and lists of names that are read by a job.

-- When the next page of an account's list of names is to be read, and which. Null where none is.
alter table public.registrar_accounts
  add column list_due_at timestamptz(3),
  add column list_cursor text,
  add column list_pages integer not null default 0;
grant select (list_due_at) on public.registrar_accounts to {{admin}};

-- A line of an order may renew this service, instead of bringing one. Services refer to the lines that brought them.
alter table public.order_lines add column renews uuid;
create index order_lines_of_service on public.order_lines (renews) where renews is not null;
alter table public.renewals add column order_line_id uuid unique references public.order_lines,
  add constraint renewals_from_one check (num_nonnulls(request_id, order_line_id) <= 1);

-- The endings of an account whose renewals are sent before they are paid.
alter table public.registrar_accounts add column renew_unpaid text[] not null default '{}';
grant select (renew_unpaid) on public.registrar_accounts to {{admin}};

-- Since when the provider has accepted an order. It is never sent again by itself, whatever becomes of its state.
alter table public.fulfilments add column accepted_at timestamptz(3);
update public.fulfilments set accepted_at = updated_at
 where sent_at is not null and (state = 'ordered' or state = 'held' and reason in ('absent', 'unmoved', 'unclear'));
