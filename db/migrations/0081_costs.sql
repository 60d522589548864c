-- What endings cost at registrars, and what was paid in to the accounts there.

-- As the registrar has listed them last, for one year in its currency. Null: not offered, or not told.
create table public.registrar_prices (
  account_id uuid not null references public.registrar_accounts on delete cascade,
  ending text collate "C" not null check (length(ending) <= 63 and ending ~ '^[a-z0-9-]+(\.[a-z0-9-]+)*$'),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  register numeric(15, 3) check (register >= 0),
  renew numeric(15, 3) check (renew >= 0),
  transfer numeric(15, 3) check (transfer >= 0),
  -- The numbers of years for which it is registered and renewed.
  years smallint[] not null,
  -- After its expiry: how long a name can be renewed or restored, and what that costs beside the renewal.
  grace_days smallint,
  grace_fee numeric(15, 3) check (grace_fee >= 0),
  redemption_days smallint,
  redemption_fee numeric(15, 3) check (redemption_fee >= 0),
  primary key (account_id, ending)
);
alter table public.registrar_prices enable row level security;
create policy read on public.registrar_prices for select to {{admin}} using ((select auth.may('settings.read')));
create policy all_rows on public.registrar_prices to {{service}} using (true) with check (true);
grant select on public.registrar_prices to {{admin}};
grant select, insert, update, delete on public.registrar_prices to {{service}};

-- When the prices were read, and when and why they last could not be. `below_cost_since`: a reading has made a price of the
-- shop fall below cost, and nobody has looked at it.
alter table public.registrar_accounts add column prices_at timestamptz(3), add column prices_failed_at timestamptz(3),
  add column prices_failure text, add column below_cost_since timestamptz(3);
grant select (prices_at, prices_failed_at, prices_failure, below_cost_since) on public.registrar_accounts to {{admin}};

-- What was paid in to an account at a registrar, as an admin enters it.
create table public.registrar_top_ups (
  id uuid primary key,
  account_id uuid not null references public.registrar_accounts,
  -- What the registrar has credited, in the currency of its balance.
  amount numeric(15, 3) not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- What was paid for that, and by which method. Null: the balance was there before.
  paid numeric(15, 3) not null check (paid > 0),
  paid_currency text collate "C" not null check (paid_currency ~ '^[A-Z]{3}$'),
  method text,
  paid_on date not null,
  note text,
  created_by uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- It was entered by mistake.
  undone_at timestamptz(3),
  undone_by uuid
);
create index registrar_top_ups_newest on public.registrar_top_ups (account_id, created_at desc, id desc);
alter table public.registrar_top_ups enable row level security;
create policy all_rows on public.registrar_top_ups to {{admin}} using ((select auth.may('payments.read'))) with check (true);
create policy staff on public.registrar_top_ups as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write}')));
create policy all_rows_of_program on public.registrar_top_ups to {{service}} using (true) with check (true);
grant select, insert, update on public.registrar_top_ups to {{admin}};
grant select, insert, update, delete on public.registrar_top_ups to {{service}};

alter table public.ledger_postings drop constraint ledger_postings_act_check,
  add constraint ledger_postings_act_check
    check (act in ('receipt', 'sale', 'credit-note', 'refund', 'reversal', 'opening', 'cost', 'top-up'));
-- The balances of the accounts at registrars, and the costs of a period.
create index ledger_entries_of_registrars on public.ledger_entries (account) include (amount, currency)
  where account like 'registrar:%';
create index ledger_postings_of_costs on public.ledger_postings (at) where act = 'cost';
