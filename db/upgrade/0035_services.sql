-- The book of what was sold: all records by expiry, what admins note about them, and what follows an expiry.

-- The words of a record's customer, then its name. Searches of admins read them.
alter table public.records add column search text collate "C" not null default '';
update public.records
   set search = profiles.search || ' ' || lower(records.name) from public.profiles where profiles.id = records.user_id;

create function public.set_search_of_record() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  customer text;
begin
  -- The lock makes a concurrent change of the profile wait for this row, and then update it.
  select search into customer from public.profiles where id = new.user_id for share;
  new.search := coalesce(customer, '') || ' ' || lower(new.name);
  return new;
end $$;
create trigger set_search before insert or update of user_id, name on public.records
  for each row execute function public.set_search_of_record();

create or replace function public.update_search_of_customer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.requests set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.orders set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.records set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.chat_conversations set search = new.search where user_id = new.id;
  return null;
end $$;

-- A request that is handed over begins with the words of its new customer.
create function public.set_search_of_handed_over() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  former text;
  customer text;
begin
  select search into former from public.profiles where id = old.user_id;
  select search into customer from public.profiles where id = new.user_id for share;
  new.search := coalesce(customer, '') || substr(new.search, length(coalesce(former, '')) + 1);
  return new;
end $$;
create trigger set_search_of_handed_over before update of user_id on public.requests
  for each row when (old.user_id is distinct from new.user_id) execute function public.set_search_of_handed_over();

do $$ begin
  execute (select format('create index records_search on public.records using gin (search %I.gin_trgm_ops) with (gin_pending_list_limit = 256)', nspname)
             from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm');
end $$;

-- The order of the book: by expiry, and what has none at the end.
create index records_book on public.records ((coalesce(expires_at, 'infinity'::timestamptz)), id)
  where released_at is null;
create index records_book_by_kind on public.records (kind, (coalesce(expires_at, 'infinity'::timestamptz)), id)
  where released_at is null;
create index records_book_suspended on public.records ((coalesce(expires_at, 'infinity'::timestamptz)), id)
  where released_at is null and status = 'suspended';
create index records_book_ended on public.records ((coalesce(expires_at, 'infinity'::timestamptz)), id)
  where released_at is not null;

-- What admins note about a record. Customers never read it. It is erased with the account of the customer who held the
-- record when it was written.
create table public.record_notes (
  id uuid primary key,
  record_id uuid not null references public.records,
  user_id uuid not null references public.profiles,
  body text not null,
  written_by uuid,
  created_at timestamptz(3) not null default now()
);
create index record_notes_of_record on public.record_notes (record_id, created_at desc, id desc);
create index record_notes_of_person on public.record_notes (user_id);
alter table public.record_notes enable row level security;
create policy all_rows on public.record_notes to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, delete on public.record_notes to {{admin}}, {{service}};

-- What the program did after an expiry: each step once for each record and expiry.
create table public.expiry_steps (
  record_id uuid not null references public.records,
  expires_at timestamptz(3) not null,
  step text collate "C" not null check (step in ('grace', 'suspended', 'ended')),
  at timestamptz(3) not null,
  primary key (record_id, expires_at, step)
);
alter table public.expiry_steps enable row level security;
create policy all_rows on public.expiry_steps to {{service}} using (true) with check (true);
grant select, insert on public.expiry_steps to {{service}};
