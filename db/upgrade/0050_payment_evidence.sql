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
  created_at timestamptz(3) not null default now()
);
create unique index evidence_once on public.payment_evidence (fingerprint);
create index evidence_of_payment on public.payment_evidence (payment_id, created_at);
alter table public.payment_evidence enable row level security;
create policy all_rows on public.payment_evidence to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.payment_evidence as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('payments.write')));
grant select, insert, update on public.payment_evidence to {{admin}}, {{service}};

-- The references that stand in the field of the payer, in the details or in the message.
alter table public.received_payments add column reference_keys text[] collate "C" not null default '{}';
update public.received_payments set reference_keys = array[reference_key] where reference_key is not null;
drop index public.received_by_reference;
alter table public.received_payments drop column reference_key;
create index received_by_reference on public.received_payments using gin (reference_keys) where reference_keys <> '{}';

alter table public.received_payments
  -- The rank of its strongest evidence.
  add column rank smallint not null default 1 check (rank between 1 and 4),
  -- Evidence that is as strong or stronger says something else than what was booked, and nobody has looked at it.
  add column disagrees boolean not null default false,
  -- Of a reversal: the receipt numbers of the payment that it takes back, as keys.
  add column reverses text[] collate "C";
update public.received_payments
   set reverses = array_remove(array[code_key, nullif(lower(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g')), '')], null)
 where kind = 'reversal';
create index received_reversals on public.received_payments using gin (reverses) where kind = 'reversal';
update public.received_payments set rank =
  case when channel = 'statement' then 4
       when decided_by is not null and state <> 'ignored' then 3
       when channel = 'message' and state not in ('unread', 'held', 'ignored') then 3
       when channel = 'message' and state = 'held' and reason in ('first', 'balance') then 2
       else 1 end;
insert into public.payment_evidence (id, payment_id, channel, rank, reason, sender, body, method, amount, currency, code,
    payer_name, payer_phone, reference, reference_keys, paid_at, balance, received_at, fingerprint, entered_by, dismissed_by,
    dismissed_at, created_at)
  select gen_random_uuid(), id, channel, rank, case when state = 'held' then reason end, sender, body, method, amount,
         currency, code, payer_name, payer_phone, reference, reference_keys, paid_at, balance, received_at, fingerprint,
         case when channel = 'by-hand' then decided_by end, case when state = 'ignored' then decided_by end,
         case when state = 'ignored' then decided_at end, created_at
    from public.received_payments;
alter table public.received_payments drop column fingerprint;
create index received_disagreeing on public.received_payments (created_at desc, id desc) where disagrees;

-- Since when a customer has the phone number: a number that somebody takes over after a payment proves nothing about it.
alter table public.profiles add column phone_set_at timestamptz(3);
update public.profiles set phone_set_at = created_at;
alter table public.profiles alter column phone_set_at set not null, alter column phone_set_at set default now();
create function public.stamp_phone() returns trigger language plpgsql set search_path = '' as $$
begin
  new.phone_set_at := now();
  return new;
end $$;
create trigger stamp_phone before update of phone_number on public.profiles
  for each row when (old.phone_number is distinct from new.phone_number) execute function public.stamp_phone();
