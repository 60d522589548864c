-- The ledger: an append-only record of the shop's money in double entry. What the shop owes counts as positive and what it
-- has or earns elsewhere as negative, so that a customer's balance is their credit. All entries of a posting sum to zero
-- in each currency.

create table public.ledger_postings (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  -- The row that caused the posting, and what happened to it. Each act is posted once.
  source_kind text collate "C" not null,
  source_id uuid not null,
  act text collate "C" not null
    check (act in ('receipt', 'sale', 'credit-note', 'refund', 'reversal', 'opening')),
  unique (source_kind, source_id, act)
);
create index ledger_postings_at on public.ledger_postings (at, id);
alter table public.ledger_postings enable row level security;
create policy read_all on public.ledger_postings for select to {{admin}}, {{service}} using (true);
grant select on public.ledger_postings to {{admin}}, {{service}};

create table public.ledger_entries (
  id bigint generated always as identity primary key,
  posting_id bigint not null references public.ledger_postings,
  at timestamptz(3) not null,
  -- `customer`, `sales`, `vat`, `exchange`, or `cash:` with the method of payment.
  account text collate "C" not null check (account ~ '^(customer|sales|vat|exchange|cash:.+)$'),
  user_id uuid references public.profiles,
  amount numeric(15, 3) not null check (amount <> 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  check ((account = 'customer') = (user_id is not null))
);
create index ledger_entries_of_posting on public.ledger_entries (posting_id);
create index ledger_entries_of_person on public.ledger_entries (user_id, id) where user_id is not null;
create index ledger_entries_at on public.ledger_entries (at, id);
create index ledger_sales on public.ledger_entries (at) include (posting_id, account, currency, amount)
  where account in ('sales', 'vat');
alter table public.ledger_entries enable row level security;
create policy own on public.ledger_entries for select to {{user}} using (user_id = (select auth.user_id()));
create policy read_all on public.ledger_entries for select to {{admin}}, {{service}} using (true);
grant select on public.ledger_entries to {{user}}, {{admin}}, {{service}};

-- The only way in, because no role has the right to insert. It returns false for an act that is already posted, and
-- raises KK422 for entries that do not balance.
create function public.post_to_ledger(source_kind text, source_id uuid, act text, at timestamptz, entries jsonb)
  returns boolean language plpgsql security definer set search_path = '' as $$
declare posting bigint;
begin
  if current_setting('role') = {{admin:literal}} then perform auth.require_any('payments.write'); end if;
  insert into public.ledger_postings (at, source_kind, source_id, act)
    values (post_to_ledger.at, post_to_ledger.source_kind, post_to_ledger.source_id, post_to_ledger.act)
    on conflict do nothing returning id into posting;
  if posting is null then return false; end if;
  insert into public.ledger_entries (posting_id, at, account, user_id, amount, currency)
    select posting, post_to_ledger.at, e.account, e.user_id, e.amount, e.currency
      from jsonb_to_recordset(entries) as e (account text, user_id uuid, amount numeric, currency text);
  if not found or exists (select from public.ledger_entries e where e.posting_id = posting
                           group by e.currency having sum(e.amount) <> 0) then
    raise exception 'the posting % of % % does not balance', act, source_kind, source_id using errcode = 'KK422';
  end if;
  return true;
end $$;
revoke execute on function public.post_to_ledger from public;
grant execute on function public.post_to_ledger to {{admin}}, {{service}};

-- The owner of the tables has all rights, so these triggers keep even the program's log-in from a change.
create function public.refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: post the opposite' using errcode = 'KK422';
end $$;
create trigger append_only before update or delete on public.ledger_postings
  for each row execute function public.refuse_ledger_change();
create trigger append_only before update or delete on public.ledger_entries
  for each row execute function public.refuse_ledger_change();

-- What the shop has sold, less what was taken back: the one source of the revenue. An invoice of an order has several
-- products, and counts as an order.
-- The second sale of a charge has its invoice as source, and what was taken back of a moved payment its credit note.
create view public.sales with (security_invoker = true) as
  select e.at, e.currency, coalesce(c.kind, i.kind, 'order') as kind,
         case when e.account = 'sales' then e.amount else 0 end as net,
         case when e.account = 'vat' then e.amount else 0 end as vat
    from public.ledger_entries e
    join public.ledger_postings p on p.id = e.posting_id
    left join public.charges c on p.source_kind = 'charge' and c.id = p.source_id
    left join (select invoices.id, charges.kind from public.invoices join public.charges on charges.id = invoices.charge_id) i
      on p.source_kind = 'paper' and i.id = p.source_id
   where e.account in ('sales', 'vat');
grant select on public.sales to {{admin}}, {{service}};
