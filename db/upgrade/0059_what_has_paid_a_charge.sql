-- Whether a phone or a bank has reported a payment. Credit and withheld tax are the shop's own entries. An admin has confirmed
-- all others without having seen them.
alter table public.received_payments
  add column seen boolean not null
    generated always as (channel <> 'by-hand' or coalesce(method in ('credit', 'withheld'), false)) stored;
-- A customer sees what has paid the own charges.
create policy own on public.allocations for select to {{user}} using (user_id = (select auth.user_id()));
grant select (id, payment_id, charge_id, user_id, amount, currency, allocated_at, undone_at)
  on public.allocations to {{user}};
create policy own on public.received_payments for select to {{user}}
  using (exists (select from public.allocations where payment_id = received_payments.id and undone_at is null));
grant select (id, method, code, at, seen) on public.received_payments to {{user}};
