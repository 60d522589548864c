-- Received money: what the shop's own phone or bank reports, pasted messages, and statements. Customers see what has paid
-- their charges, and no more, because the rest names other payers.

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
  paid_at timestamptz(3),
  received_at timestamptz(3) not null,
  balance numeric(15, 3),
  fee numeric(15, 3),
  state text not null check (
    state in ('unread', 'held', 'received', 'matched', 'short', 'over', 'double', 'reversed', 'refunded', 'ignored')
  ),
  -- Why a person has to decide.
  reason text,
  user_id uuid references public.profiles,
  decided_by uuid,
  decided_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- The references that stand in the field of the payer, in the details or in the message.
  reference_keys text[] collate "C" not null default '{}',
  -- The rank of its strongest evidence.
  rank smallint not null default 1 check (rank between 1 and 4),
  -- Evidence that is as strong or stronger says something else than what was booked, and nobody has looked at it.
  disagrees boolean not null default false,
  -- Of a reversal: the receipt numbers of the payment that it takes back, as keys.
  reverses text[] collate "C",
  -- The list of payments is sorted by when they were paid, as a bank book is, not by when they came to be known.
  at timestamptz(3) not null generated always as (coalesce(paid_at, created_at)) stored,
  -- Whether a phone or a bank has reported it. Credit and withheld tax are the shop's own entries. An admin has confirmed
  -- all others without having seen them.
  seen boolean not null
    generated always as (channel <> 'by-hand' or coalesce(method in ('credit', 'withheld'), false)) stored,
  check (state in ('unread', 'held', 'ignored') or (amount > 0 and currency is not null))
);
create unique index received_once on public.received_payments (method, code_key, kind, amount) nulls not distinct
  where code_key is not null;
-- A receipt number counts once, in whatever message it stands.
create unique index received_code_counts on public.received_payments (code_key)
  where code_key is not null and kind = 'incoming' and state not in ('unread', 'held', 'ignored');
create index received_newest on public.received_payments (created_at desc, id desc);
create index received_waiting on public.received_payments (created_at desc, id desc) where state in ('unread', 'held');
create index received_by_code on public.received_payments (code_key);
-- Money that has not found yet what it pays.
create index received_unassigned on public.received_payments (created_at desc, id desc) where state = 'received';
create index received_amount on public.received_payments (amount);
create index received_by_reference on public.received_payments using gin (reference_keys) where reference_keys <> '{}';
create index received_reversals on public.received_payments using gin (reverses) where kind = 'reversal';
create index received_disagreeing on public.received_payments (created_at desc, id desc) where disagrees;
create index received_by_time on public.received_payments (at desc, id desc);
create index received_by_state on public.received_payments (state, at desc, id desc);
create index received_of_person on public.received_payments (user_id, at desc, id desc) where user_id is not null;
create index received_of_sender on public.received_payments (sender, received_at) where channel = 'message';
create index received_payer on public.received_payments using gin (lower(payer_name) gin_trgm_ops);
create index received_phone on public.received_payments using gin (regexp_replace(payer_phone, '\D', '', 'g') gin_trgm_ops);
alter table public.received_payments enable row level security;
create policy all_rows on public.received_payments to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.received_payments as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write}')));
grant select, insert, update on public.received_payments to {{admin}}, {{service}};

-- What says that a payment came in: each message, row of a statement and entry by hand, as it was read. A payment has the
-- facts of its strongest evidence, whole.
create table public.payment_evidence (
  id uuid primary key,
  payment_id uuid not null references public.received_payments on delete cascade,
  channel text not null check (channel in ('message', 'pasted', 'statement', 'by-hand')),
  -- 4: a statement; 3: a message whose balance continues the account's, or what a person has confirmed; 2: a message of
  -- the right sender without that; 1: anything else.
  rank smallint not null check (rank between 1 and 4),
  -- Why it is doubted.
  reason text,
  -- Sender, text and payer are null once the names are erased.
  sender text,
  body text,
  method text collate "C",
  amount numeric(15, 3),
  currency text,
  code text,
  payer_name text,
  payer_phone text,
  reference text,
  reference_keys text[] collate "C" not null default '{}',
  paid_at timestamptz(3),
  balance numeric(15, 3),
  received_at timestamptz(3) not null,
  -- SHA-256 of what came in, so that a repeated delivery is stored once. Null for an entry by hand.
  fingerprint bytea,
  -- Who entered it by hand.
  entered_by uuid,
  -- Not true, says an admin.
  dismissed_by uuid,
  dismissed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- Places of characters in the text, by field. Null where no admin has marked the message.
  marks jsonb
);
create unique index evidence_once on public.payment_evidence (fingerprint);
create index evidence_of_payment on public.payment_evidence (payment_id, created_at);
create index evidence_marked on public.payment_evidence (sender, received_at) where marks is not null;
alter table public.payment_evidence enable row level security;
create policy all_rows on public.payment_evidence to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.payment_evidence as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('payments.write')));
grant select, insert, update on public.payment_evidence to {{admin}}, {{service}};

-- Which part of a payment pays which charge. A payment may pay several charges, and be moved from one to another: what is
-- undone stays, with the reason. The ledger's receipts and reversals have the allocation as their source; the first one of
-- a payment from before there were allocations has the payment's id.
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
  claim_id uuid references public.claims,
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
-- A customer sees what has paid the own charges.
create policy own on public.allocations for select to {{user}} using (user_id = (select auth.user_id()));
create policy staff on public.allocations as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('payments.write')));
grant select, insert, update on public.allocations to {{admin}}, {{service}};
grant select (id, payment_id, charge_id, user_id, amount, currency, allocated_at, undone_at)
  on public.allocations to {{user}};
create policy own on public.received_payments for select to {{user}}
  using (exists (select from public.allocations where payment_id = received_payments.id and undone_at is null));
grant select (id, method, code, at, seen) on public.received_payments to {{user}};

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
create policy staff on public.received_balances as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write}')));
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
create policy staff on public.message_secrets as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{settings.write}')));
create policy staff_delete on public.message_secrets as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{settings.write}')));
-- Admins make and rotate secrets, and never read one.
grant select (id, created_at, expires_at), insert, update (expires_at), delete on public.message_secrets to {{admin}};
grant select, insert, update, delete on public.message_secrets to {{service}};

-- How messages of banks are read that no provider describes: templates that the shop has learned from two marked messages
-- and an owner has accepted.
create table public.message_templates (
  id uuid primary key,
  -- Letter by letter as the phone shows it.
  sender text collate "C" not null check (length(sender) between 1 and 100),
  -- Constant texts of the bank and slots, in their order.
  parts jsonb not null,
  -- The key of the payment method, and ISO 4217.
  method text collate "C" not null,
  currency text collate "C" not null,
  accepted_by uuid,
  accepted_at timestamptz(3) not null,
  revoked_by uuid,
  revoked_at timestamptz(3)
);
create unique index message_templates_once on public.message_templates (sender, md5(parts::text))
  where revoked_at is null;
alter table public.message_templates enable row level security;
create policy all_rows on public.message_templates to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.message_templates as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('settings.write')));
grant select, insert, update (revoked_by, revoked_at) on public.message_templates to {{admin}};
grant select on public.message_templates to {{service}};

-- The columns that an admin has chosen for a bank's statements, by the hash of the header line.
create table public.statement_layouts (
  fingerprint text collate "C" primary key,
  columns jsonb not null,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid,
  -- What an admin has answered: what its words of status and direction mean, whether the day or the month stands first in a
  -- date, and what separates the decimals.
  answers jsonb not null default '{}'
);
alter table public.statement_layouts enable row level security;
create policy all_rows on public.statement_layouts to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.statement_layouts as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write}')));
grant select, insert, update on public.statement_layouts to {{admin}}, {{service}};

-- What became of the rows of a statement that was loaded: each is a payment, which may have been known before.
create table public.statement_rows (
  import_id uuid not null,
  payment_id uuid not null references public.received_payments on delete cascade,
  is_known boolean not null,
  primary key (import_id, payment_id)
);
create index statement_rows_of_payment on public.statement_rows (payment_id);
alter table public.statement_rows enable row level security;
create policy all_rows on public.statement_rows to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.statement_rows as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('payments.write')));
grant select, insert on public.statement_rows to {{admin}}, {{service}};

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
