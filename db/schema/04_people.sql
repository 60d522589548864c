-- The portal's part of an account, and what admins enter about a customer.

-- A profile stays without a name when its account is deleted, because payments and services refer to it.
create table public.profiles (
  id uuid primary key,
  role text not null default 'user' check (role in ('user', 'admin')),
  full_name text,
  business_name text,
  country text collate "C",
  phone_number text collate "C",
  email text collate "C",
  -- The language of the mails to this person.
  language text collate "C" check (language in ('en', 'sw')),
  version integer not null default 1,
  -- The text that searches read: names, address and the digits of the phone number. Every word follows a blank.
  search text collate "C" generated always as (
    lower((' ' || coalesce(full_name, '') || ' ' || coalesce(business_name, '') || ' ' || coalesce(email, '') || ' '
           || coalesce(ltrim(phone_number, '+'), '')) collate "default")) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- What an admin may do. It counts for admins only.
  staff_role text collate "C" not null default 'owner'
    check (staff_role in ('owner', 'manager', 'support', 'finance', 'registrar', 'read-only')),
  -- Since when a customer has the phone number: a number that somebody takes over after a payment proves nothing about it.
  phone_set_at timestamptz(3) not null default now()
);
create index profiles_newest on public.profiles (created_at desc, id desc);
create index profiles_newest_admins on public.profiles (created_at desc, id desc) where role = 'admin';
create index profiles_admins on public.profiles (id) where role = 'admin';
create index profiles_by_email on public.profiles (email);
create index profiles_by_country on public.profiles (country, created_at desc, id desc) where role = 'user';
create index profiles_search on public.profiles using gin (search gin_trgm_ops)
  with (gin_pending_list_limit = 256);
alter table public.profiles enable row level security;
create policy own on public.profiles for select to {{user}} using (id = (select auth.user_id()));
create policy update_own on public.profiles for update to {{user}}
  using (id = (select auth.user_id())) with check (id = (select auth.user_id()));
create policy read_all on public.profiles for select to {{admin}} using (true);
create policy update_all on public.profiles for update to {{admin}} using (true) with check (true);
create policy all_rows on public.profiles to {{service}} using (true) with check (true);
create policy staff on public.profiles as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{staff.write}')));
grant select on public.profiles to {{user}}, {{admin}};
grant update (full_name, business_name, country, phone_number, language, version, updated_at) on public.profiles to {{user}};
grant update (full_name, business_name, country, phone_number, language, role, version, updated_at) on public.profiles to {{admin}};
grant select, insert, update, delete on public.profiles to {{service}};

create function public.stamp_phone() returns trigger language plpgsql set search_path = '' as $$
begin
  new.phone_set_at := now();
  return new;
end $$;
create trigger stamp_phone before update of phone_number on public.profiles
  for each row when (old.phone_number is distinct from new.phone_number) execute function public.stamp_phone();

-- What admins note about a customer. Customers never see it. A note is never changed, and its author may delete it.
create table public.customer_notes (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  -- The admin. Null: a service key.
  author_id uuid,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index customer_notes_of_person on public.customer_notes (user_id, created_at desc, id desc);
alter table public.customer_notes enable row level security;
create policy read_all on public.customer_notes for select to {{admin}} using (true);
create policy write_own on public.customer_notes for insert to {{admin}}
  with check (author_id is not distinct from (select auth.user_id()));
create policy delete_own on public.customer_notes for delete to {{admin}} using (author_id = (select auth.user_id()));
create policy all_rows on public.customer_notes to {{service}} using (true) with check (true);
create policy staff on public.customer_notes as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{customers.write}')));
create policy staff_delete on public.customer_notes as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{customers.write}')));
grant select, insert, delete on public.customer_notes to {{admin}}, {{service}};

-- What admins enter about the tax of a customer.
create table public.customer_taxes (
  user_id uuid primary key references public.profiles,
  tin text,
  vat_exempt boolean not null default false,
  -- The certificate or the reason, as it is printed.
  exemption text,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
alter table public.customer_taxes enable row level security;
create policy own on public.customer_taxes for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.customer_taxes to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.customer_taxes as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write}')));
grant select on public.customer_taxes to {{user}};
grant select, insert, update on public.customer_taxes to {{admin}}, {{service}};
