-- Which part of a payment pays which charge. A payment may pay several charges, and be moved from one to another: what is
-- undone stays, with the reason. The ledger's receipts and reversals have the allocation as their source; the first one of
-- a payment from before this migration has the payment's id.
create table public.allocations (
  id uuid primary key,
  payment_id uuid not null references public.received_payments on delete cascade,
  charge_id uuid not null references public.charges,
  user_id uuid not null references public.profiles,
  -- In the currency of the payment.
  amount numeric(15, 3) not null check (amount > 0),
  currency text collate "C" not null,
  -- What it did to the charge. `credit`: its charge was voided, and it became the customer's credit.
  outcome text not null check (outcome in ('matched', 'short', 'over', 'double', 'credit')),
  -- The claim that it confirms.
  claim_id uuid references public.payments,
  -- The admin who decided it; null for the program.
  allocated_by uuid,
  allocated_at timestamptz(3) not null,
  undone_at timestamptz(3),
  undone_by uuid,
  -- Taken back by the bank, or by an admin who had booked it to the wrong charge.
  undone_as text check (undone_as in ('reversed', 'moved')),
  check ((undone_at is null) = (undone_as is null))
);
create index allocations_of_payment on public.allocations (payment_id);
create index allocations_of_charge on public.allocations (charge_id);
create index allocations_of_person on public.allocations (user_id);
create index allocations_for_claim on public.allocations (claim_id) where claim_id is not null;
alter table public.allocations enable row level security;
create policy all_rows on public.allocations to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.allocations as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('payments.write')));
grant select, insert, update on public.allocations to {{admin}}, {{service}};
insert into public.allocations (id, payment_id, charge_id, user_id, amount, currency, outcome, claim_id, allocated_by,
    allocated_at, undone_at, undone_by, undone_as)
  select r.id, r.id, r.charge_id, coalesce(r.user_id, c.user_id), r.amount, r.currency,
         case when r.reason = 'charge-void' and r.state = 'over' then 'credit'
              when r.state in ('matched', 'short', 'over', 'double') then r.state else 'matched' end,
         r.payment_id, case when r.state <> 'reversed' then r.decided_by end, coalesce(r.decided_at, r.created_at),
         case when r.state = 'reversed' then coalesce(r.decided_at, r.created_at) end,
         case when r.state = 'reversed' then r.decided_by end, case when r.state = 'reversed' then 'reversed' end
    from public.received_payments r join public.charges c on c.id = r.charge_id
   where r.state in ('matched', 'short', 'over', 'double', 'reversed', 'refunded');
alter table public.received_payments drop column charge_id, drop column payment_id;

-- A charge that was paid by mistake is sold again once it is paid: each sale has its own invoice.
alter table public.charges add column sale integer not null default 1;
alter table public.papers add column sale integer not null default 1;
drop index public.papers_one_invoice;
create unique index papers_one_invoice on public.papers (charge_id, sale) where kind = 'invoice';

-- The second sale of a charge has its invoice as source, and what was taken back of a moved payment its credit note.
create or replace view public.sales with (security_invoker = true) as
  select e.at, e.currency, coalesce(c.kind, i.kind, 'order') as kind,
         case when e.account = 'sales' then e.amount else 0 end as net,
         case when e.account = 'vat' then e.amount else 0 end as vat
    from public.ledger_entries e
    join public.ledger_postings p on p.id = e.posting_id
    left join public.charges c on p.source_kind = 'charge' and c.id = p.source_id
    left join (select papers.id, charges.kind from public.papers join public.charges on charges.id = papers.charge_id) i
      on p.source_kind = 'paper' and i.id = p.source_id
   where e.account in ('sales', 'vat');
