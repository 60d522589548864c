-- Receipts, tax invoices and credit notes, numbered without gaps. They are kept as they were issued.

-- The last number of each series and calendar year. The transaction that issues an invoice takes the next one by updating
-- the row, so a rolled back transaction leaves no gap, and the next one waits for the commit. The row of the year 0 has the
-- last number that was given in the series, whatever the year. Its lock keeps the numbers of a series in one order, also
-- where they don't start again each year. A row may be prepared before a number is given.
create table public.invoice_numbers (
  series text collate "C" not null,
  year integer not null,
  last integer not null check (last >= 0),
  primary key (series, year)
);
alter table public.invoice_numbers enable row level security;
create policy all_rows on public.invoice_numbers to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.invoice_numbers as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write}')));
grant select, insert, update on public.invoice_numbers to {{admin}}, {{service}};

create table public.invoices (
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
  credits uuid references public.invoices,
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
  -- The sale of the charge.
  sale integer not null default 1,
  unique (series, year, number),
  -- Two credit notes at once would both follow the same one.
  unique (credits, credited_before),
  check ((kind = 'credit-note') = (credits is not null)),
  check ((credits is null) = (credited_before is null)),
  check ((pdf is null) = (sha256 is null) and (pdf is null) = (written_at is null))
);
create index invoices_of_charge on public.invoices (charge_id);
create index invoices_of_person on public.invoices (user_id, created_at desc, id desc);
create index invoices_newest on public.invoices (created_at desc, id desc);
create index invoices_unwritten on public.invoices (created_at) where pdf is null;
-- The search of the admins finds what begins with the typed text.
create index invoices_by_name on public.invoices (name);
create unique index invoices_one_invoice on public.invoices (charge_id, sale) where kind = 'invoice';
alter table public.invoices enable row level security;
create policy own on public.invoices for select to {{user}} using (user_id = (select auth.user_id()));
create policy read_all on public.invoices for select to {{admin}}, {{service}} using (true);
create policy issue on public.invoices for insert to {{admin}}, {{service}} with check (pdf is null);
create policy write_once on public.invoices for update to {{service}} using (pdf is null) with check (pdf is not null);
create policy staff on public.invoices as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write}')));
grant select on public.invoices to {{user}};
grant select, insert on public.invoices to {{admin}}, {{service}};
grant update (pdf, sha256, written_at) on public.invoices to {{service}};
