-- What customers own: domains, email addresses, hosting plans; their renewals, and what follows an expiry. Customers read
-- their own rows, and the server writes them.

-- A request or an order line creates one service at most.
create table public.services (
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
  -- The words of its customer, then its name. Searches of admins read them. Triggers write it.
  search text collate "C" not null default '',
  -- What a customer needs to use what was sold, such as {"nameservers": ["ns1.example.com"]}. The product says which facts
  -- there are.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  -- The day of the month on which its periods end. A period that began on the 31st ends on the last day of a shorter month,
  -- and the next one on the 31st again.
  anchor_day integer check (anchor_day between 1 and 31),
  constraint services_from_one check (num_nonnulls(request_id, order_line_id) = 1)
);
create unique index services_one_holder on public.services (kind, name) where exclusive and released_at is null;
create index services_of_person on public.services (user_id, kind, created_at desc, id desc);
create index services_by_kind on public.services (kind) where released_at is null;
create index services_started on public.services (started_at, kind);
create index services_ending on public.services (expires_at, kind) where released_at is null;
-- The order of the book: by expiry, and what has none at the end.
create index services_book on public.services ((coalesce(expires_at, 'infinity'::timestamptz)), id)
  where released_at is null;
create index services_book_by_kind on public.services (kind, (coalesce(expires_at, 'infinity'::timestamptz)), id)
  where released_at is null;
create index services_book_suspended on public.services ((coalesce(expires_at, 'infinity'::timestamptz)), id)
  where released_at is null and status = 'suspended';
create index services_book_ended on public.services ((coalesce(expires_at, 'infinity'::timestamptz)), id)
  where released_at is not null;
-- The search of the admins finds what begins with the typed text: names that are held.
create index services_by_name on public.services (name) where released_at is null;
create index services_search on public.services using gin (search gin_trgm_ops)
  with (gin_pending_list_limit = 256);
alter table public.services enable row level security;
create policy own on public.services for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.services to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.services as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{*.write}')));
grant select on public.services to {{user}};
grant select, insert, update on public.services to {{admin}}, {{service}};

-- Keeps the anchor with every later change of an expiry: it stays where the new expiry is its day of that month.
create function public.keep_anchor_day() returns trigger language plpgsql set search_path = '' as $$
declare
  at timestamp := new.expires_at at time zone 'UTC';
  month_end integer := extract(day from date_trunc('month', at) + interval '1 month - 1 day');
begin
  if new.anchor_day is null or at is null or least(new.anchor_day, month_end) <> extract(day from at) then
    new.anchor_day := extract(day from at);
  end if;
  return new;
end $$;
create trigger keep_anchor_day before insert or update of expires_at on public.services
  for each row execute function public.keep_anchor_day();

-- Each renewal once. It is a task until an admin has renewed the service at the registrar too.
create table public.renewals (
  id uuid primary key,
  service_id uuid not null references public.services,
  user_id uuid not null references public.profiles,
  request_id uuid unique references public.requests,
  service_version integer not null,
  expired_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  done_by uuid,
  unique (service_id, service_version)
);
create index renewals_to_do on public.renewals (created_at desc, id desc) where done_at is null;
alter table public.renewals enable row level security;
create policy own on public.renewals for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.renewals to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.renewals as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{*.write}')));
grant select on public.renewals to {{user}};
grant select, insert, update on public.renewals to {{admin}}, {{service}};

-- In mode `paid` the program opens the offer of each renewal once for every period of a service.
create table public.renewal_offers (
  service_id uuid not null references public.services,
  expires_at timestamptz(3) not null,
  primary key (service_id, expires_at)
);
alter table public.renewal_offers enable row level security;
create policy all_rows on public.renewal_offers to {{service}} using (true) with check (true);
grant select, insert on public.renewal_offers to {{service}};

-- What the program did after an expiry: each step once for each service and expiry.
create table public.expiry_steps (
  service_id uuid not null references public.services,
  expires_at timestamptz(3) not null,
  step text collate "C" not null check (step in ('grace', 'suspended', 'ended')),
  at timestamptz(3) not null,
  primary key (service_id, expires_at, step)
);
alter table public.expiry_steps enable row level security;
create policy all_rows on public.expiry_steps to {{service}} using (true) with check (true);
grant select, insert on public.expiry_steps to {{service}};

-- What admins note about a service. Customers never read it. It is erased with the account of the customer who held the
-- service when it was written.
create table public.service_notes (
  id uuid primary key,
  service_id uuid not null references public.services,
  user_id uuid not null references public.profiles,
  body text not null,
  written_by uuid,
  created_at timestamptz(3) not null default now()
);
create index service_notes_of_service on public.service_notes (service_id, created_at desc, id desc);
create index service_notes_of_person on public.service_notes (user_id);
alter table public.service_notes enable row level security;
create policy all_rows on public.service_notes to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.service_notes as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{services.write}')));
create policy staff_delete on public.service_notes as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{services.write}')));
grant select, insert, delete on public.service_notes to {{admin}}, {{service}};

-- What a customer needs to use what was sold and is shown once.
create table public.service_secrets (
  id uuid primary key,
  service_id uuid not null references public.services,
  user_id uuid not null references public.profiles,
  -- Such as `password`.
  name text collate "C" not null,
  -- Null once the customer has seen it.
  sealed bytea,
  set_at timestamptz(3) not null,
  shown_at timestamptz(3),
  unique (service_id, name),
  check ((sealed is null) = (shown_at is not null))
);
create index service_secrets_of_person on public.service_secrets (user_id);
alter table public.service_secrets enable row level security;
create policy own on public.service_secrets for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.service_secrets to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.service_secrets as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('services.write', 'requests.write')));
create policy staff_delete on public.service_secrets as restrictive for delete to {{admin}}
  using ((select auth.require_any('services.write', 'requests.write')));
-- Nobody reads the sealed bytes but the server, which shows them to the customer.
grant select (id, service_id, user_id, name, set_at, shown_at) on public.service_secrets to {{user}};
grant select (id, service_id, user_id, name, set_at, shown_at), insert, delete on public.service_secrets to {{admin}};
grant select, insert, update, delete on public.service_secrets to {{service}};
