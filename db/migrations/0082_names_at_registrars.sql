-- Services that renew themselves, and what registrars have beside what the shop has.

alter table public.services add column auto_renew boolean not null default false;

-- One that was imported has neither a request nor an order.
alter table public.services drop constraint services_from_one,
  add constraint services_from_one check (num_nonnulls(request_id, order_line_id) <= 1);

-- The names of an account as its registrar's record last had them.
create table public.registrar_names (
  id uuid primary key,
  account_id uuid not null references public.registrar_accounts on delete cascade,
  name text collate "C" not null check (length(name) between 1 and 253),
  -- Null until it was read.
  state text collate "C" check (state in ('ours', 'absent', 'elsewhere', 'pending', 'unclear')),
  expires_at timestamptz(3),
  nameservers text[] not null default '{}',
  -- The customer whose e-mail address the registrar has as the holder's.
  holder_id uuid references public.profiles on delete set null,
  read_at timestamptz(3),
  -- When it is to be read. Null once it was.
  due_at timestamptz(3),
  -- The difference that a person lets stand.
  accepted text collate "C",
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint registrar_names_once unique (account_id, name)
);
create index registrar_names_due on public.registrar_names (due_at) where due_at is not null;
create index registrar_names_by_name on public.registrar_names (name);
alter table public.registrar_names enable row level security;
create policy read_all on public.registrar_names for select to {{admin}} using (true);
create policy change on public.registrar_names for update to {{admin}} using (true) with check (true);
create policy all_rows on public.registrar_names to {{service}} using (true) with check (true);
create policy staff on public.registrar_names as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{services.write}')));
grant select, update (accepted) on public.registrar_names to {{admin}};
grant select, insert, update, delete on public.registrar_names to {{service}};

-- Since when its names differ from those of the shop.
alter table public.registrar_accounts add column differs_since timestamptz(3);
grant select (differs_since) on public.registrar_accounts to {{admin}};
