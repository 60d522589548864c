-- Outgoing webhooks (https://www.standardwebhooks.com): to which addresses events are sent, and each delivery.

create table public.webhook_endpoints (
  id uuid primary key,
  url text not null,
  -- The types of webhooks that it gets, and the types of `events` that these come from.
  types text[] not null,
  sources text[] not null,
  is_on boolean not null default true,
  -- Since when all deliveries fail. Null after a good one.
  failing_since timestamptz(3),
  -- Why the server has switched it off. Null when an admin has.
  off_reason text collate "C" check (off_reason in ('failing', 'gone')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
alter table public.webhook_endpoints enable row level security;
create policy all_rows on public.webhook_endpoints to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.webhook_endpoints as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{settings.write}')));
create policy staff_delete on public.webhook_endpoints as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{settings.write}')));
grant select, insert, update, delete on public.webhook_endpoints to {{admin}}, {{service}};

-- The secrets that sign deliveries. A rotated one signs too until it expires.
create table public.webhook_secrets (
  id uuid primary key,
  endpoint_id uuid not null references public.webhook_endpoints on delete cascade,
  sealed bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3)
);
create unique index webhook_secrets_current on public.webhook_secrets (endpoint_id) where expires_at is null;
create index webhook_secrets_of_endpoint on public.webhook_secrets (endpoint_id);
alter table public.webhook_secrets enable row level security;
create policy all_rows on public.webhook_secrets to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.webhook_secrets as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{settings.write}')));
create policy staff_delete on public.webhook_secrets as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{settings.write}')));
-- Admins make and rotate secrets, and never read one.
grant select (id, endpoint_id, created_at, expires_at), insert, update (expires_at), delete on public.webhook_secrets to {{admin}};
grant select, insert, update, delete on public.webhook_secrets to {{service}};

-- One row for each event and endpoint, written in the transaction of the event.
create table public.webhook_deliveries (
  -- The `webhook-id`, the same in each attempt.
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references public.webhook_endpoints on delete cascade,
  event_id bigint not null,
  -- The customer that it is about.
  user_id uuid,
  -- Both are null until the first attempt, and the same in each attempt.
  type text collate "C",
  body text,
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  -- The time of the next attempt. A node moves it forward before it sends, so that no other node sends meanwhile.
  due_at timestamptz(3) not null default clock_timestamp(),
  -- The answer to the last attempt, and why it failed.
  status integer,
  answer text,
  reason text collate "C",
  created_at timestamptz(3) not null default clock_timestamp(),
  sent_at timestamptz(3),
  unique (endpoint_id, event_id)
);
create index webhook_deliveries_due on public.webhook_deliveries (due_at) where state = 'waiting';
create index webhook_deliveries_newest on public.webhook_deliveries (created_at desc, id desc);
create index webhook_deliveries_of_endpoint on public.webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_of_person on public.webhook_deliveries (user_id);
alter table public.webhook_deliveries enable row level security;
create policy read_all on public.webhook_deliveries for select to {{admin}} using (true);
create policy send_again on public.webhook_deliveries for update to {{admin}}
  using (state <> 'waiting') with check (state = 'waiting');
create policy all_rows on public.webhook_deliveries to {{service}} using (true) with check (true);
create policy staff on public.webhook_deliveries as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{settings.write}')));
grant select, update (state, attempts, due_at, reason) on public.webhook_deliveries to {{admin}};
grant select, insert, update, delete on public.webhook_deliveries to {{service}};

-- Queues an event for the endpoints that want its type. Every role that writes events calls it, and customers may not
-- see the endpoints. It stores no contents: what is sent is read from the event itself.
create function public.queue_webhooks(event bigint, event_type text) returns void language sql
  security definer set search_path = '' as $$
  insert into public.webhook_deliveries (endpoint_id, event_id)
  select e.id, event from public.webhook_endpoints e where e.is_on and event_type = any (e.sources)
  on conflict do nothing
$$;
revoke execute on function public.queue_webhooks(bigint, text) from public;
grant execute on function public.queue_webhooks(bigint, text) to {{user}}, {{admin}}, {{service}};
