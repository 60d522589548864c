-- What waits for the staff, who works on it and who has it open.

-- Which admin works on an item of the inbox. `since` tells one wait of a request from its next one: who had the first does
-- not have the second.
create table public.inbox_takes (
  kind text collate "C" not null,
  id uuid not null,
  since timestamptz(3) not null,
  taken_by uuid not null references public.profiles,
  taken_at timestamptz(3) not null default now(),
  primary key (kind, id)
);
create index inbox_takes_of_person on public.inbox_takes (taken_by);
alter table public.inbox_takes enable row level security;
create policy all_rows on public.inbox_takes to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.inbox_takes as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{*.write}')));
create policy staff_delete on public.inbox_takes as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{*.write}')));
grant select, insert, update, delete on public.inbox_takes to {{admin}}, {{service}};

-- What has arrived in the inbox, once for each wait of an item: `since` tells it from the next one.
create table public.inbox_arrivals (
  id uuid primary key,
  kind text collate "C" not null,
  item_id uuid not null,
  since timestamptz(3) not null,
  -- When somebody else is called if nobody has taken it. Null: not, or done.
  late_call_at timestamptz(3),
  seen_at timestamptz(3) not null default clock_timestamp(),
  unique (kind, item_id, since)
);
create index inbox_arrivals_late on public.inbox_arrivals (late_call_at) where late_call_at is not null;
create index inbox_arrivals_seen on public.inbox_arrivals (seen_at);
alter table public.inbox_arrivals enable row level security;
create policy all_rows on public.inbox_arrivals to {{service}} using (true) with check (true);
grant select, insert, update, delete on public.inbox_arrivals to {{service}};

-- What an admin has open, so that others see it. The page renews its row while it is open, and an old row doesn't count.
create table public.presences (
  -- The page of the browser that has it open.
  page uuid primary key,
  entity text collate "C" not null,
  entity_id uuid not null,
  person uuid not null references public.profiles,
  seen_at timestamptz(3) not null
);
create index presences_of_person on public.presences (person);
alter table public.presences enable row level security;
create policy all_rows on public.presences to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.presences as restrictive to {{admin}}
  using (true) with check ((select auth.require_any('*.write')));
create policy staff_delete on public.presences as restrictive for delete to {{admin}}
  using ((select auth.require_any('*.write')));
grant select, insert, update, delete on public.presences to {{admin}}, {{service}};
