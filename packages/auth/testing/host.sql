-- What the host of the tests stores beside an account. An application has more.

create table public.profiles (
  id uuid primary key,
  role text not null default 'user',
  email text,
  full_name text,
  language text
);

create table public.audit_log (
  seq bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  actor_id uuid,
  actor_role text not null,
  action text not null,
  entity_id uuid,
  before jsonb,
  after jsonb
);

-- Values of the host's that are sealed with keys of the auth server.
create table public.sealed_values (
  id uuid primary key,
  sealed bytea not null
);

grant usage on schema public to {{service}};
grant select, insert, update, delete on public.profiles, public.audit_log, public.sealed_values to {{service}};
