-- The ground every feature stands on: who may enter, the log of what happened, and the safeguards of writing.
-- Roles are NOLOGIN; a transaction takes one on for its own length only, so that row security holds for it.

create schema auth;
grant usage on schema auth to {{user}}, {{admin}}, {{service}};
grant usage on schema public to {{user}}, {{admin}}, {{service}};
revoke create on schema public from public;

-- The signed-in person of this transaction, or null: on a reused connection the setting is '' and not absent.
create function auth.user_id() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- One row per change that a person may see: the live log, and Recent Activity.
create table public.events (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  user_id uuid,
  type text collate "C" not null,
  topics text[] not null,
  entity_id uuid,
  data jsonb not null default '{}',
  -- What only admins are told, such as a task of theirs.
  for_admins boolean not null default false
);
create index events_of_person on public.events (user_id, id desc);
create index events_at on public.events (at);
alter table public.events enable row level security;
create policy own on public.events for select to {{user}} using (user_id = auth.user_id() and not for_admins);
create policy tell on public.events for insert to {{user}} with check (user_id = auth.user_id());
create policy all_rows on public.events to {{admin}}, {{service}} using (true) with check (true);
grant select, insert on public.events to {{user}}, {{admin}};
grant select, insert, delete on public.events to {{service}};

-- Who did what, with the rows before and after. Written unchained; one sealing job links the rows afterwards.
create table public.audit_log (
  id uuid primary key,
  at timestamptz(3) not null default clock_timestamp(),
  actor_id uuid,
  actor_role text not null,
  action text collate "C" not null,
  entity text collate "C" not null,
  entity_id text collate "C",
  before jsonb,
  after jsonb
);
create index audit_of_entity on public.audit_log (entity, entity_id, at desc);
create index audit_at on public.audit_log (at desc, id desc);
alter table public.audit_log enable row level security;
create policy write_own on public.audit_log for insert to {{user}} with check (actor_id = auth.user_id());
create policy all_rows on public.audit_log to {{admin}}, {{service}} using (true) with check (true);
grant insert on public.audit_log to {{user}};
grant select, insert on public.audit_log to {{admin}}, {{service}};

-- What an answered call answered, so that a repeated one answers the same and does nothing.
create table public.idempotency_keys (
  actor text collate "C" not null,
  endpoint text collate "C" not null,
  key text collate "C" not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (actor, endpoint, key)
);
create index idempotency_age on public.idempotency_keys (created_at);
alter table public.idempotency_keys enable row level security;
create policy own on public.idempotency_keys to {{user}}, {{admin}}
  using (actor = auth.user_id()::text) with check (actor = auth.user_id()::text);
create policy all_rows on public.idempotency_keys to {{service}} using (true) with check (true);
grant select, insert, update on public.idempotency_keys to {{user}}, {{admin}};
grant select, insert, update, delete on public.idempotency_keys to {{service}};

-- Values that override the typed defaults in the program.
create table public.settings (
  key text collate "C" primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid
);
alter table public.settings enable row level security;
create policy all_rows on public.settings to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, update on public.settings to {{admin}}, {{service}};
