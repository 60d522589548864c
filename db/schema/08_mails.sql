-- Mails to send, and messages from the contact form.

-- A mail is written in the transaction that causes it, and any node sends it afterwards: the change is not stored without
-- its mail, and a killed server loses none.
create table public.mails (
  -- Part of the Message-ID: a mail that is sent again after an unclear response is recognised as the same mail.
  id uuid primary key,
  kind text collate "C" not null,
  recipient text collate "C" not null,
  -- The account that the mail is about.
  user_id uuid,
  language text collate "C",
  -- The values of its template, until it is sent or has failed. Codes and links are encrypted in `sealed`.
  data jsonb,
  sealed bytea,
  secret boolean not null default false,
  -- A unique key for a mail that may be sent only once.
  once text collate "C" unique,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- The time of the next attempt. A node moves it forward before it sends, so that no other node sends meanwhile.
  due_at timestamptz(3) not null default clock_timestamp(),
  -- The mail is useless after this time.
  expires_at timestamptz(3) not null,
  -- Why the last attempt failed.
  reason text,
  -- Without a mail server a mail is written to a file and reaches no one: it is not shown as sent.
  to_file boolean not null default false,
  -- The mail about a deleted account is the last one with its address: its row is deleted after it was sent or failed.
  forget boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  sent_at timestamptz(3)
);
create index mails_due on public.mails (due_at) where state = 'waiting';
create index mails_newest on public.mails (created_at desc, id desc);
create index mails_sent on public.mails (created_at desc, id desc) where state = 'sent';
create index mails_unsent on public.mails (state, created_at desc, id desc) include (recipient) where state <> 'sent';
create index mails_of_recipient on public.mails (recipient, created_at desc, id desc) include (state);
create index mails_secret_sent on public.mails (sent_at) where secret;
create index mails_of_person on public.mails (user_id, created_at desc, id desc);
alter table public.mails enable row level security;
-- An admin sees that a mail was sent, but not its data. Mails that an admin causes hold no secret. An admin sends a failed
-- mail again, but never one with a code or a link.
create policy read_all on public.mails for select to {{admin}} using (true);
create policy insert_plain on public.mails for insert to {{admin}}
  with check (not secret and sealed is null and state = 'waiting' and attempts = 0);
create policy retry on public.mails for update to {{admin}}
  using (state = 'failed' and not secret) with check (state = 'waiting');
create policy all_rows on public.mails to {{service}} using (true) with check (true);
create policy staff on public.mails as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{*.write}')));
grant select (id, kind, recipient, user_id, language, secret, once, state, attempts, due_at, expires_at, reason, to_file,
              created_at, sent_at) on public.mails to {{admin}};
grant insert (id, kind, recipient, user_id, language, data, once, expires_at) on public.mails to {{admin}};
grant update (state, attempts, due_at, expires_at, reason) on public.mails to {{admin}};
grant select, insert, update, delete on public.mails to {{service}};

-- Messages of visitors from the contact form. The server writes them. Admins read them and set their state.
create table public.messages (
  id uuid primary key,
  name text not null,
  email text not null,
  body text not null,
  state text collate "C" not null default 'new' check (state in ('new', 'read', 'answered')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index messages_newest on public.messages (created_at desc, id desc);
create index messages_by_state on public.messages (state, created_at desc, id desc);
alter table public.messages enable row level security;
create policy all_rows on public.messages to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.messages as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{messages.write}')));
grant select on public.messages to {{admin}};
grant update (state, version, updated_at) on public.messages to {{admin}};
grant select, insert, update, delete on public.messages to {{service}};
