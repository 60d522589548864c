-- What a customer needs to use what was sold: facts, which stay on its page, and secrets, which are shown once.

-- Such as {"nameservers": ["ns1.example.com"]}. The product says which facts there are.
alter table public.records add column facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object');

create table public.record_secrets (
  id uuid primary key,
  record_id uuid not null references public.records,
  user_id uuid not null references public.profiles,
  -- Such as `password`.
  name text collate "C" not null,
  -- Null once the customer has seen it.
  sealed bytea,
  set_at timestamptz(3) not null,
  shown_at timestamptz(3),
  unique (record_id, name),
  check ((sealed is null) = (shown_at is not null))
);
create index record_secrets_of_person on public.record_secrets (user_id);
alter table public.record_secrets enable row level security;
create policy own on public.record_secrets for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.record_secrets to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.record_secrets as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('services.write', 'requests.write')));
create policy staff_delete on public.record_secrets as restrictive for delete to {{admin}}
  using ((select auth.require_any('services.write', 'requests.write')));
-- Nobody reads the sealed bytes but the server, which shows them to the customer.
grant select (id, record_id, user_id, name, set_at, shown_at) on public.record_secrets to {{user}};
grant select (id, record_id, user_id, name, set_at, shown_at), insert, delete on public.record_secrets to {{admin}};
grant select, insert, update, delete on public.record_secrets to {{service}};
