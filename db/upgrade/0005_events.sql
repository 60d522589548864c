-- Events of the live updates, and the responses of repeated calls.

-- One row for each change that a person may see. The live stream and "Recent Activity" read it.
create table public.events (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  -- The person it concerns. Null: the shop itself, such as its name or prices, and every person may read it.
  user_id uuid,
  type text collate "C" not null,
  topics text[] not null,
  entity_id uuid,
  data jsonb not null default '{}',
  for_admins boolean not null default false
);
create index events_of_person on public.events (user_id, id desc);
create index events_at on public.events (at);
alter table public.events enable row level security;
create policy own on public.events for select to {{user}} using (user_id = (select auth.user_id()) and not for_admins);
create policy of_shop on public.events for select to {{user}} using (user_id is null and not for_admins);
create policy insert_own on public.events for insert to {{user}}
  with check (user_id = (select auth.user_id()) and not for_admins and not 'settings' = any (topics));
create policy all_rows on public.events to {{admin}}, {{service}} using (true) with check (true);
grant select, insert on public.events to {{user}}, {{admin}};
grant select, insert, delete on public.events to {{service}};

-- The response of each call that carried an Idempotency-Key. A repeated call gets it again and changes nothing.
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
  using (actor = (select auth.user_id())::text) with check (actor = (select auth.user_id())::text);
create policy all_rows on public.idempotency_keys to {{service}} using (true) with check (true);
grant select, insert, update on public.idempotency_keys to {{user}}, {{admin}};
grant select, insert, update, delete on public.idempotency_keys to {{service}};
