-- Keys of other programs for the API. Admins make them on a screen.

create table public.api_keys (
  id uuid primary key,
  name text not null,
  -- The SHA-256 of the key, which is random and shown once.
  hash bytea not null unique,
  -- The start of the key, by which people recognise it.
  start text collate "C" not null,
  -- Such as `orders.read`.
  scopes text[] not null,
  expires_at timestamptz(3) not null,
  -- Written once a minute at most.
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  created_by uuid
);
create index api_keys_newest on public.api_keys (created_at desc, id desc);
alter table public.api_keys enable row level security;
create policy all_rows on public.api_keys to {{admin}}, {{service}} using (true) with check (true);
-- Admins make and revoke keys, and never read a hash.
grant select (id, name, start, scopes, expires_at, last_used_at, revoked_at, created_at, created_by), insert,
      update (revoked_at) on public.api_keys to {{admin}};
grant select, insert, update, delete on public.api_keys to {{service}};
