-- Receipts, tax invoices and credit notes, numbered without gaps. They are kept as they were issued.

-- The last number of each series and calendar year. The transaction that issues a paper takes the next one by updating
-- the row, so a rolled back transaction leaves no gap, and the next one waits for the commit.
create table public.paper_numbers (
  series text collate "C" not null,
  year integer not null,
  last integer not null check (last > 0),
  primary key (series, year)
);
alter table public.paper_numbers enable row level security;
create policy all_rows on public.paper_numbers to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, update on public.paper_numbers to {{admin}}, {{service}};

create table public.papers (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('invoice', 'credit-note')),
  series text collate "C" not null,
  year integer not null,
  number integer not null check (number > 0),
  -- The number as it is printed.
  name text collate "C" not null,
  user_id uuid not null references public.profiles,
  charge_id uuid not null references public.charges,
  -- A credit note: the invoice, what earlier notes had credited of it, and the refund that caused it.
  credits uuid references public.papers,
  credited_before numeric(15, 3),
  refund_id uuid unique,
  -- Gross, and the VAT in it.
  amount numeric(15, 3) not null check (amount >= 0),
  vat numeric(15, 3) not null check (vat between 0 and amount),
  currency text not null,
  -- The day whose VAT rates apply, in the shop's time zone.
  tax_point date not null,
  -- Everything that is printed.
  facts jsonb not null,
  created_at timestamptz(3) not null,
  -- Written once, after the commit.
  pdf bytea,
  sha256 text collate "C",
  written_at timestamptz(3),
  unique (series, year, number),
  -- Two credit notes at once would both follow the same one.
  unique (credits, credited_before),
  check ((kind = 'credit-note') = (credits is not null)),
  check ((credits is null) = (credited_before is null)),
  check ((pdf is null) = (sha256 is null) and (pdf is null) = (written_at is null))
);
create unique index papers_one_invoice on public.papers (charge_id) where kind = 'invoice';
create index papers_of_charge on public.papers (charge_id);
create index papers_of_person on public.papers (user_id, created_at desc, id desc);
create index papers_newest on public.papers (created_at desc, id desc);
create index papers_unwritten on public.papers (created_at) where pdf is null;
alter table public.papers enable row level security;
create policy own on public.papers for select to {{user}} using (user_id = (select auth.user_id()));
create policy read_all on public.papers for select to {{admin}}, {{service}} using (true);
create policy issue on public.papers for insert to {{admin}}, {{service}} with check (pdf is null);
create policy write_once on public.papers for update to {{service}} using (pdf is null) with check (pdf is not null);
grant select on public.papers to {{user}};
grant select, insert on public.papers to {{admin}}, {{service}};
grant update (pdf, sha256, written_at) on public.papers to {{service}};

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
grant select on public.charge_taxes to {{user}};
grant select, insert, update on public.charge_taxes to {{admin}}, {{service}};

-- What admins enter about the tax of a customer.
create table public.customer_taxes (
  user_id uuid primary key references public.profiles,
  tin text,
  vat_exempt boolean not null default false,
  -- The certificate or the reason, as it is printed.
  exemption text,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
alter table public.customer_taxes enable row level security;
create policy own on public.customer_taxes for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.customer_taxes to {{admin}}, {{service}} using (true) with check (true);
grant select on public.customer_taxes to {{user}};
grant select, insert, update on public.customer_taxes to {{admin}}, {{service}};
