-- What customers owe. Each offered request, each order and each renewal with a price has one charge, with the reference
-- that the payer types. Customers read their own charges, and the server writes them.

create table public.charges (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  -- What the payer types: six characters and a check character, without blanks (src/features/money/charges/reference.ts).
  reference text collate "C" not null unique,
  request_id uuid unique references public.requests,
  order_id uuid unique references public.orders,
  renewal_id uuid unique references public.renewals,
  -- The name of the product, or `order`.
  kind text collate "C" not null,
  -- What is paid for, as sentences name it.
  subject text collate "C" not null,
  -- What is due in all, with taxes, in the currency that the shop had when it was offered.
  amount numeric(15, 3) not null check (amount >= 0),
  currency text not null,
  -- The same amount in the currencies of payment methods, as it was offered: [{method, currency, rate, amount}].
  quotes jsonb not null default '[]',
  -- What received money has paid of it.
  settled numeric(15, 3) not null default 0 check (settled >= 0),
  state text collate "C" not null default 'open' check (state in ('open', 'paid', 'void')),
  -- Paid by matched money: the program has to deliver what was paid for.
  activate boolean not null default false,
  due_on date,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- When it was paid first. From then on its amount does not change.
  paid_at timestamptz(3),
  search text collate "C" not null generated always as (lower(' ' || reference || ' ' || subject)) stored,
  -- Its sale: what was paid by mistake is sold again once it is paid, and each sale has its own invoice.
  sale integer not null default 1,
  constraint charges_for_one check (num_nonnulls(request_id, order_id, renewal_id) = 1)
);
create index charges_of_person on public.charges (user_id, created_at desc, id desc);
create index charges_newest on public.charges (created_at desc, id desc);
-- Suggestions look for open charges of an amount.
create index charges_open on public.charges (currency, amount) where state = 'open';
create index charges_to_activate on public.charges (id) where activate;
-- Amounts due by a day.
create index charges_due on public.charges (due_on, id) where state = 'open' and due_on is not null;
-- The amounts due that come closest to a payment.
create index charges_open_rest on public.charges (currency, (amount - settled)) where state = 'open';
create index charges_search on public.charges using gin (search gin_trgm_ops);
alter table public.charges enable row level security;
create policy own on public.charges for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.charges to {{admin}}, {{service}} using (true) with check (true);
-- An offer opens a charge, so setting a price writes it. That money has come in is for others to say.
create policy staff on public.charges as restrictive to {{admin}} using (true)
  with check (case when state = 'paid' or settled > 0 then (select auth.require_any('payments.write'))
                   else (select auth.require_any('*.write')) end);
grant select on public.charges to {{user}};
grant select, insert, update on public.charges to {{admin}}, {{service}};

-- What an admin enters about the tax of an amount due: the receipt code of the tax authority, and tax that the customer
-- withheld. What is entered before the invoice is issued is printed on it, and what is entered later is shown beside it.
create table public.charge_taxes (
  charge_id uuid primary key references public.charges,
  user_id uuid not null references public.profiles,
  fiscal_code text,
  fiscal_link text,
  withheld numeric(15, 3) check (withheld > 0),
  certificate text,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
create index charge_taxes_of_person on public.charge_taxes (user_id);
alter table public.charge_taxes enable row level security;
create policy own on public.charge_taxes for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.charge_taxes to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.charge_taxes as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write}')));
grant select on public.charge_taxes to {{user}};
grant select, insert, update on public.charge_taxes to {{admin}}, {{service}};
