-- Received money: what the shop's own phone or bank reports, pasted messages, and statements. Customers see none of it,
-- because it names other payers.

create table public.received_payments (
  id uuid primary key,
  channel text not null check (channel in ('message', 'pasted', 'statement', 'by-hand')),
  -- As it came in. Null for a payment that an admin entered, and once the names are erased.
  sender text,
  body text,
  -- ISO 3166-1 alpha-2 of the SIM card or the account.
  country text,
  -- What the reader found. A cash deposit counts as incoming.
  kind text not null,
  -- The key of the payment method, and the wallet or bank whose balances form a chain.
  method text collate "C",
  account text collate "C",
  amount numeric(15, 3),
  currency text,
  code text,
  code_key text collate "C",
  payer_name text,
  payer_phone text,
  reference text,
  reference_key text collate "C",
  paid_at timestamptz(3),
  received_at timestamptz(3) not null,
  balance numeric(15, 3),
  fee numeric(15, 3),
  state text not null check (
    state in ('unread', 'held', 'received', 'matched', 'short', 'over', 'double', 'reversed', 'refunded', 'ignored')
  ),
  -- Why a person has to decide.
  reason text,
  charge_id uuid references public.charges,
  -- The claim that it confirms.
  payment_id uuid references public.payments,
  user_id uuid references public.profiles,
  decided_by uuid,
  decided_at timestamptz(3),
  -- SHA-256 of what came in, so that a repeated delivery without a receipt number is stored once.
  fingerprint bytea,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  check (state in ('unread', 'held', 'ignored') or (amount > 0 and currency is not null))
);
create unique index received_once on public.received_payments (method, code_key, kind, amount) nulls not distinct
  where code_key is not null;
create unique index received_unrepeated on public.received_payments (fingerprint);
-- A receipt number counts once, in whatever message it stands.
create unique index received_code_counts on public.received_payments (code_key)
  where code_key is not null and kind = 'incoming' and state not in ('unread', 'held', 'ignored');
create index received_newest on public.received_payments (created_at desc, id desc);
create index received_waiting on public.received_payments (created_at desc, id desc) where state in ('unread', 'held');
create index received_by_code on public.received_payments (code_key);
create index received_by_reference on public.received_payments (reference_key) where reference_key is not null;
create index received_for_charge on public.received_payments (charge_id) where charge_id is not null;
create index received_of_person on public.received_payments (user_id) where user_id is not null;
alter table public.received_payments enable row level security;
create policy all_rows on public.received_payments to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, update on public.received_payments to {{admin}}, {{service}};

-- The last balance of each wallet or bank that a trusted message named. The row lock orders messages of one account.
create table public.received_balances (
  account text collate "C" not null,
  currency text collate "C" not null,
  -- Null until a message names one.
  balance numeric(15, 3),
  primary key (account, currency)
);
alter table public.received_balances enable row level security;
create policy all_rows on public.received_balances to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, update on public.received_balances to {{admin}}, {{service}};

-- The secrets that sign forwarded messages. A rotated one is accepted until it expires.
create table public.message_secrets (
  id uuid primary key,
  sealed bytea not null,
  created_at timestamptz(3) not null,
  created_by uuid,
  expires_at timestamptz(3)
);
create unique index message_secrets_current on public.message_secrets ((true)) where expires_at is null;
alter table public.message_secrets enable row level security;
create policy all_rows on public.message_secrets to {{admin}}, {{service}} using (true) with check (true);
-- Admins make and rotate secrets, and never read one.
grant select (id, created_at, expires_at), insert, update (expires_at), delete on public.message_secrets to {{admin}};
grant select, insert, update, delete on public.message_secrets to {{service}};

-- The columns that an admin has chosen for a bank's statements, by the hash of the header line.
create table public.statement_layouts (
  fingerprint text collate "C" primary key,
  columns jsonb not null,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid
);
alter table public.statement_layouts enable row level security;
create policy all_rows on public.statement_layouts to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, update on public.statement_layouts to {{admin}}, {{service}};
