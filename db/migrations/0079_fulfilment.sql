-- Accounts at registrars, and what is done there: each thing once.

create table public.registrar_accounts (
  id uuid primary key,
  driver text collate "C" not null,
  name text not null check (length(name) between 1 and 100),
  -- Null for what people do by hand.
  base_url text,
  username text,
  -- The key, sealed for this row.
  sealed bytea,
  -- Of its prices and its balance (ISO 4217).
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- Each ending has one account at most.
  endings text[] not null default '{}',
  -- Where a name points to at first, and the address of holders who gave none.
  nameservers text[] not null default '{}',
  contact jsonb,
  -- Below it the staff is called. Null: nobody is.
  low_balance numeric(15, 3) check (low_balance >= 0),
  balance numeric(15, 3),
  balance_at timestamptz(3),
  -- The last call that brought what was asked for, and the last one that did not, with its reason.
  answered_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  version integer not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
alter table public.registrar_accounts enable row level security;
create policy all_rows on public.registrar_accounts to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.registrar_accounts as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{settings.write}')));
create policy staff_delete on public.registrar_accounts as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{settings.write}')));
-- Admins set a key and never read one.
grant select (id, driver, name, base_url, username, currency, endings, nameservers, contact, low_balance, balance, balance_at, answered_at,
    failed_at, failure, version, created_at, updated_at), insert, update, delete
  on public.registrar_accounts to {{admin}};
grant select, insert, update, delete on public.registrar_accounts to {{service}};

-- What is to be done at a provider once.
create table public.fulfilments (
  id uuid primary key,
  -- What it is for: the row of this kind, what is done, and which time it is.
  source_kind text collate "C" not null,
  source uuid not null,
  kind text collate "C" not null,
  term text collate "C" not null default '',
  driver text collate "C" not null,
  account_id uuid not null references public.registrar_accounts,
  user_id uuid not null,
  -- The name that it is about.
  target text collate "C" not null,
  -- What is asked for, such as the years.
  input jsonb not null default '{}',
  -- What the provider's record said before: the date until which the name was registered.
  expect jsonb not null default '{}',
  state text collate "C" not null default 'ready'
    check (state in ('ready', 'sent', 'ordered', 'unknown', 'held', 'refused', 'done')),
  -- Why it is held or refused, or waits. `answer` are the provider's words.
  reason text collate "C",
  answer text,
  attempts integer not null default 0,
  due_at timestamptz(3) not null default clock_timestamp(),
  -- When the order left, which may have been done since.
  sent_at timestamptz(3),
  external_ref text,
  cost numeric(15, 3),
  currency text collate "C",
  -- A refused one waits until somebody has decided what follows.
  decided_at timestamptz(3),
  decided_by uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- One activation, and one renewal of one period, is never two.
  constraint fulfilments_once unique (source_kind, source, kind, term)
);
create unique index fulfilments_one_open on public.fulfilments (target)
  where state in ('ready', 'sent', 'ordered', 'unknown', 'held') or state = 'refused' and decided_at is null;
create index fulfilments_due on public.fulfilments (due_at) where state in ('ready', 'sent', 'ordered', 'unknown');
create index fulfilments_waiting on public.fulfilments (updated_at, id)
  where state = 'held' or state = 'refused' and decided_at is null;
create index fulfilments_newest on public.fulfilments (created_at desc, id desc);
create index fulfilments_of_account on public.fulfilments (account_id, created_at desc);
create index fulfilments_of_person on public.fulfilments (user_id);
alter table public.fulfilments enable row level security;
create policy read_all on public.fulfilments for select to {{admin}} using (true);
create policy change on public.fulfilments for update to {{admin}} using (true) with check (true);
create policy open on public.fulfilments for insert to {{admin}} with check (true);
create policy all_rows on public.fulfilments to {{service}} using (true) with check (true);
create policy staff on public.fulfilments as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{services.write,requests.write}')));
grant select, insert, update on public.fulfilments to {{admin}};
grant select, insert, update, delete on public.fulfilments to {{service}};

-- Each call of a provider, without its address, its contents and its secrets.
create table public.fulfilment_calls (
  id bigint generated always as identity primary key,
  account_id uuid not null references public.registrar_accounts on delete cascade,
  fulfilment_id uuid references public.fulfilments on delete cascade,
  action text collate "C" not null,
  target text collate "C",
  at timestamptz(3) not null default clock_timestamp(),
  took_ms integer not null,
  outcome text not null
);
create index fulfilment_calls_of_fulfilment on public.fulfilment_calls (fulfilment_id, id) where fulfilment_id is not null;
create index fulfilment_calls_of_account on public.fulfilment_calls (account_id, at);
create index fulfilment_calls_by_time on public.fulfilment_calls (at);
alter table public.fulfilment_calls enable row level security;
create policy read_all on public.fulfilment_calls for select to {{admin}} using (true);
create policy all_rows on public.fulfilment_calls to {{service}} using (true) with check (true);
grant select on public.fulfilment_calls to {{admin}};
grant select, insert, update, delete on public.fulfilment_calls to {{service}};

-- Until when the registry says that the name is registered, beside the date of the shop.
alter table public.services add column registered_until timestamptz(3);
-- Whether it is being delivered: registered at a registrar, for example. Its status changes once that is done.
alter table public.requests add column in_delivery boolean not null default false;
-- A renewal that a registrar carries out is no task of the staff meanwhile.
alter table public.renewals add column in_delivery boolean not null default false;
