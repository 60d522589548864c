-- The mail server that an owner types on the screen of the settings. Until now only SMTP_URL could name one, so that a shop
-- without a shell never sent a mail.
create table public.mail_server (
  slot boolean primary key default true check (slot),
  host text not null,
  port integer not null check (port between 1 and 65535),
  encryption text not null check (encryption in ('tls', 'starttls', 'none')),
  -- Null for a server without a log-in.
  username text,
  -- The password under the sealing key of the installation; null without one.
  sealed bytea,
  from_address text not null,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid
);
alter table public.mail_server enable row level security;
create policy all_rows on public.mail_server to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.mail_server as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{staff.write}')));
create policy staff_delete on public.mail_server as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{staff.write}')));
-- Those who manage the staff set a password, and nobody reads one: mails carry the codes of every account.
grant select (slot, host, port, encryption, username, from_address, version, updated_at, updated_by),
  insert, update, delete on public.mail_server to {{admin}};
grant select on public.mail_server to {{service}};
