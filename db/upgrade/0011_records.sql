-- What customers own: domains, e-mail addresses, hosting plans. Customers read their own rows, and the server writes them.

-- A request or an order line creates one record at most.
create table public.records (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  request_id uuid unique references public.requests,
  order_line_id uuid unique references public.order_lines,
  kind text collate "C" not null,
  name text collate "C" not null,
  -- A domain or an address has one owner at a time. A plan has many.
  exclusive boolean not null,
  details jsonb not null default '{}',
  status text not null default 'active',
  started_at timestamptz(3) not null,
  expires_at timestamptz(3),
  released_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  constraint records_from_one check (num_nonnulls(request_id, order_line_id) = 1)
);
create unique index records_one_holder on public.records (kind, name) where exclusive and released_at is null;
create index records_of_person on public.records (user_id, kind, created_at desc, id desc);
create index records_by_kind on public.records (kind) where released_at is null;
create index records_started on public.records (started_at, kind);
create index records_ending on public.records (expires_at, kind) where released_at is null;
alter table public.records enable row level security;
create policy own on public.records for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.records to {{admin}}, {{service}} using (true) with check (true);
grant select on public.records to {{user}};
grant select, insert, update on public.records to {{admin}}, {{service}};

-- Each renewal once. It is a task until an admin has renewed the record at the registrar too.
create table public.renewals (
  id uuid primary key,
  record_id uuid not null references public.records,
  user_id uuid not null references public.profiles,
  request_id uuid unique references public.requests,
  record_version integer not null,
  expired_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  done_by uuid,
  unique (record_id, record_version)
);
create index renewals_to_do on public.renewals (created_at desc, id desc) where done_at is null;
alter table public.renewals enable row level security;
create policy own on public.renewals for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.renewals to {{admin}}, {{service}} using (true) with check (true);
grant select on public.renewals to {{user}};
grant select, insert, update on public.renewals to {{admin}}, {{service}};
