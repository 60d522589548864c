-- The portal's part of an account, and the functions by which a transaction takes the rights of a person.

-- The signed-in person of the transaction, or null. The setting holds the id of the session, which is a secret: a
-- statement that sets it cannot guess another person's. On a reused connection the setting is '' and not absent.
create function auth.user_id() returns uuid language sql stable parallel safe security definer set search_path = '' as
$$ select user_id from auth.sessions where id = nullif(current_setting('app.session', true), '')::uuid $$;

-- A profile stays without a name when its account is deleted, because payments and records refer to it.
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
  updated_at timestamptz(3) not null default now()
);
create index profiles_newest on public.profiles (created_at desc, id desc);
create index profiles_newest_admins on public.profiles (created_at desc, id desc) where role = 'admin';
create index profiles_admins on public.profiles (id) where role = 'admin';
create index profiles_by_email on public.profiles (email);
create index profiles_by_country on public.profiles (country, created_at desc, id desc) where role = 'user';
alter table public.profiles enable row level security;
create policy own on public.profiles for select to {{user}} using (id = (select auth.user_id()));
create policy update_own on public.profiles for update to {{user}}
  using (id = (select auth.user_id())) with check (id = (select auth.user_id()));
create policy read_all on public.profiles for select to {{admin}} using (true);
create policy update_all on public.profiles for update to {{admin}} using (true) with check (true);
create policy all_rows on public.profiles to {{service}} using (true) with check (true);
grant select on public.profiles to {{user}}, {{admin}};
grant update (full_name, business_name, country, phone_number, language, version, updated_at) on public.profiles to {{user}};
grant update (full_name, business_name, country, phone_number, language, role, version, updated_at) on public.profiles to {{admin}};
grant select, insert, update, delete on public.profiles to {{service}};

-- The role of a session's person. It raises KK401 if the session is not valid (logged out, banned, deleted, expired), and
-- KK402 if it has to show a second factor: the person has one, or is an admin and the shop requires one of all admins.
-- The transaction is then void, with all statements that were sent after it.
create function auth.role_of(session uuid, person uuid) returns text language plpgsql stable
  security definer set search_path = '' as $$
declare r text; due boolean;
begin
  select coalesce(p.role, 'user'), s.aal = 'aal1'
         and (exists (select from auth.factors f where f.user_id = s.user_id and f.status = 'verified')
              or (p.role = 'admin' and exists (
                select from public.settings g where g.key = 'accounts.adminsNeedFactor' and g.value = 'true')))
    into r, due
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.profiles p on p.id = u.id
   where s.id = session and s.user_id = person and u.deleted_at is null
     and (u.banned_until is null or u.banned_until <= clock_timestamp())
     and (s.not_after is null or s.not_after > clock_timestamp());
  if not found then raise exception 'session gone' using errcode = 'KK401'; end if;
  if due then raise exception 'second factor needed' using errcode = 'KK402'; end if;
  return r;
end $$;

-- Gives the transaction the rights of the person's own role. Raises KK403 if the role is not the one that is `needed`.
create function auth.enter(session uuid, person uuid, needed text) returns void language plpgsql as $$
declare r text := auth.role_of(session, person);
begin
  if needed is not null and needed <> r then raise exception 'role % needed', needed using errcode = 'KK403'; end if;
  perform set_config('app.session', session::text, true),
          set_config('role', case r when 'admin' then {{admin:literal}} else {{user:literal}} end, true);
end $$;

-- Gives the transaction a customer's rights, for admins too. It works on connections that can take no other role.
create function auth.enter_customer(session uuid, person uuid) returns void language plpgsql as $$
begin
  perform auth.role_of(session, person);
  perform set_config('app.session', session::text, true), set_config('role', {{user:literal}}, true);
end $$;

-- Gives the transaction the server's rights, for an operation of this person that customers have no rights to.
create function auth.enter_server(session uuid, person uuid) returns void language plpgsql as $$
begin
  perform auth.role_of(session, person);
  perform set_config('app.session', session::text, true), set_config('role', {{service:literal}}, true);
end $$;

-- For the server itself (jobs, the auth server, visitors): no person.
create function auth.enter_service() returns void language plpgsql as $$
begin
  perform set_config('app.session', '', true), set_config('role', {{service:literal}}, true);
end $$;

-- For a service key: an admin without an account.
create function auth.enter_key() returns void language plpgsql as $$
begin
  perform set_config('app.session', '', true), set_config('role', {{admin:literal}}, true);
end $$;

-- Those of the given sessions that are still valid, with the role of their person. The conditions are those of `role_of`,
-- written again because PostgreSQL does not inline a function with a subquery.
create function auth.good_sessions(sessions uuid[]) returns table (session uuid, role text) language sql stable as $$
  select s.id, coalesce(p.role, 'user')
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.profiles p on p.id = u.id
   where s.id = any (sessions) and u.deleted_at is null
     and (u.banned_until is null or u.banned_until <= clock_timestamp())
     and (s.not_after is null or s.not_after > clock_timestamp())
     and not (s.aal = 'aal1'
         and (exists (select from auth.factors f where f.user_id = s.user_id and f.status = 'verified')
              or (p.role = 'admin' and exists (
                select from public.settings g where g.key = 'accounts.adminsNeedFactor' and g.value = 'true'))))
$$;
