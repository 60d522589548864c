-- How messages of banks are read that no provider describes: what an admin has marked in a message, and the templates
-- that the shop has learned from two marked messages and an owner has accepted.
alter table public.payment_evidence
  -- Places of characters in the text, by field. Null where no admin has marked the message.
  add column marks jsonb;
create index evidence_marked on public.payment_evidence (sender, received_at) where marks is not null;
create index received_of_sender on public.received_payments (sender, received_at) where channel = 'message';

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
