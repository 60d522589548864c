-- What became of the rows of a statement that was loaded: each is a payment, which may have been known before.
create table public.statement_rows (
  import_id uuid not null,
  payment_id uuid not null references public.received_payments on delete cascade,
  is_known boolean not null,
  primary key (import_id, payment_id)
);
create index statement_rows_of_payment on public.statement_rows (payment_id);
alter table public.statement_rows enable row level security;
create policy all_rows on public.statement_rows to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.statement_rows as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('payments.write')));
grant select, insert on public.statement_rows to {{admin}}, {{service}};
