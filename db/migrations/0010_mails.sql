-- Mails are written in the transaction that causes them and sent afterwards, by whichever node is there: neither goes
-- without the other, and a killed server forgets none. Each person is written to in the language they read.

alter table public.profiles add column language text collate "C" check (language in ('en', 'sw'));
grant update (language) on public.profiles to {{user}}, {{admin}};

create table public.mails (
  -- Part of the Message-ID: a mail that is sent again after a doubtful answer is known to be the same one.
  id uuid primary key,
  kind text collate "C" not null,
  recipient text collate "C" not null,
  -- The account it is about.
  user_id uuid,
  language text collate "C",
  -- What its template is filled with, until it is sent or given up. Codes and links are sealed.
  data jsonb,
  sealed bytea,
  secret boolean not null default false,
  -- What may be said only once is known by this.
  once text collate "C" unique,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- When it may be tried next. Whoever tries it moves this on first, so that nobody else does meanwhile.
  due_at timestamptz(3) not null default clock_timestamp(),
  -- After this it would be of no use any more.
  expires_at timestamptz(3) not null,
  -- Why the last try was in vain.
  reason text,
  created_at timestamptz(3) not null default clock_timestamp(),
  sent_at timestamptz(3)
);
create index mails_due on public.mails (due_at) where state = 'waiting';
create index mails_newest on public.mails (created_at desc, id desc);
create index mails_by_state on public.mails (state, created_at desc, id desc);
create index mails_of_person on public.mails (user_id);
create index mails_secret_sent on public.mails (sent_at) where secret;

-- An admin sees that mails went, never what stood in them; what admins cause holds no secret.
alter table public.mails enable row level security;
create policy see on public.mails for select to {{admin}} using (true);
create policy write_plain on public.mails for insert to {{admin}}
  with check (not secret and sealed is null and state = 'waiting' and attempts = 0);
create policy again on public.mails for update to {{admin}}
  using (state = 'failed') with check (state = 'waiting');
create policy all_rows on public.mails to {{service}} using (true) with check (true);
grant select (id, kind, recipient, user_id, language, secret, once, state, attempts, due_at, expires_at, reason, created_at, sent_at)
  on public.mails to {{admin}};
grant insert (id, kind, recipient, user_id, language, data, once, expires_at) on public.mails to {{admin}};
grant update (state, attempts, due_at, expires_at, reason) on public.mails to {{admin}};
grant select, insert, update, delete on public.mails to {{service}};
