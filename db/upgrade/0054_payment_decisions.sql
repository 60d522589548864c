-- What an admin has decided about a payment or a claim and can still undo: it is carried out when it is due, a few seconds
-- later. Until then nothing is booked and no mail goes out.
create table public.payment_decisions (
  id uuid primary key,
  payment_id uuid unique references public.received_payments on delete cascade,
  claim_id uuid unique references public.claims on delete cascade,
  -- The act and its input.
  decision jsonb not null,
  -- What it does, as the admin has read. It is not carried out where it would do something else.
  effects jsonb not null,
  decided_by uuid not null,
  due_at timestamptz(3) not null,
  -- Why it was not carried out.
  failed text,
  check (num_nonnulls(payment_id, claim_id) = 1)
);
create index payment_decisions_due on public.payment_decisions (due_at) where failed is null;
alter table public.payment_decisions enable row level security;
create policy all_rows on public.payment_decisions to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.payment_decisions as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('payments.write')));
grant select, insert, update, delete on public.payment_decisions to {{admin}}, {{service}};

-- The amounts due that come closest to a payment.
create index charges_open_rest on public.charges (currency, (amount - settled)) where state = 'open';
