-- Whoever has a second factor is let in only after showing it: a stolen password alone opens nothing. And a key that
-- signs can be followed by another, one key of the house be revoked, without touching the rest.

-- Misses of a factor make its next try wait, longer each time.
alter table auth.factors add column locked_until timestamptz(3);
create unique index factors_names on auth.factors (user_id, coalesce(friendly_name, ''));

-- The codes for somebody without their device: each a keyed digest, each for one use.
create table auth.recovery_codes (
  factor_id uuid not null references auth.factors on delete cascade,
  code_mac bytea not null,
  used_at timestamptz(3),
  primary key (factor_id, code_mac)
);

-- A new key is published before it signs, and the old ones verify until the last token they signed has ended.
alter table auth.signing_keys
  add column signs_from timestamptz(3) not null default '-infinity',
  add column verifies_until timestamptz(3) not null default 'infinity';

-- The service keys that were made; the tokens themselves are kept nowhere.
create table auth.service_keys (
  id uuid primary key,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

do $$ declare t text; begin
  foreach t in array array['recovery_codes', 'service_keys'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('create policy all_rows on auth.%I to {{service}} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on auth.%I to {{service}}', t);
  end loop;
end $$;

-- As before, and KK402 for a session that has a second factor to show: its person has one, or is an admin where the
-- shop asks all admins for one. Written out in both places, for a function with a subquery is never inlined.
create or replace function auth.enter(session uuid, person uuid, needed text) returns void language plpgsql as $$
declare r text; due boolean;
begin
  perform set_config('role', {{service:literal}}, true);
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
  if needed is not null and needed <> r then raise exception 'role % needed', needed using errcode = 'KK403'; end if;
  perform set_config('app.user_id', person::text, true),
          set_config('role', case r when 'admin' then {{admin:literal}} else {{user:literal}} end, true);
end $$;

create or replace function auth.good_sessions(sessions uuid[]) returns table (session uuid, role text) language sql stable as $$
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
