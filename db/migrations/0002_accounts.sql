-- Accounts as the auth protocol knows them, the profile that the portal adds, and the door into every transaction.
-- Nothing of schema auth is for a customer's or an admin's role: the server answers for it under the service role.

create table auth.users (
  id uuid primary key,
  aud text not null default 'authenticated',
  email text collate "C" check (email = lower(email)),
  phone text collate "C",
  password_hash text,
  email_confirmed_at timestamptz(3),
  phone_confirmed_at timestamptz(3),
  invited_at timestamptz(3),
  confirmation_sent_at timestamptz(3),
  recovery_sent_at timestamptz(3),
  reauthentication_sent_at timestamptz(3),
  new_email text collate "C",
  email_change_sent_at timestamptz(3),
  new_phone text collate "C",
  phone_change_sent_at timestamptz(3),
  last_sign_in_at timestamptz(3),
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  is_sso boolean not null default false,
  is_anonymous boolean not null default false,
  banned_until timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- An address is unique among the accounts of this house; those of a foreign log-in domain may repeat it.
create unique index users_email on auth.users (email) where not is_sso;
create unique index users_phone on auth.users (phone);

create table auth.identities (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  provider text collate "C" not null,
  provider_id text collate "C" not null,
  identity_data jsonb not null default '{}',
  email text collate "C",
  last_sign_in_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (provider, provider_id)
);
create index identities_of_user on auth.identities (user_id);

create table auth.factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_type text not null,
  status text not null default 'unverified',
  friendly_name text,
  phone text,
  secret bytea,
  last_step bigint,
  misses integer not null default 0,
  last_challenged_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index factors_of_user on auth.factors (user_id);

create table auth.challenges (
  id uuid primary key,
  factor_id uuid not null references auth.factors on delete cascade,
  ip inet,
  code_hash bytea,
  misses integer not null default 0,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index challenges_of_factor on auth.challenges (factor_id);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2', 'aal3')),
  factor_id uuid references auth.factors on delete set null,
  amr jsonb not null default '[]',
  user_agent text,
  ip inet,
  created_at timestamptz(3) not null default now(),
  refreshed_at timestamptz(3) not null default now(),
  not_after timestamptz(3)
);
create index sessions_of_user on auth.sessions (user_id);

-- A token is kept as its SHA-256 only. The one without superseded_by is the current one of its session.
create table auth.refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  parent bytea,
  superseded_by bytea,
  superseded_at timestamptz(3),
  -- The token that followed, sealed under this one: only who holds this one can open it. A client that lost the
  -- reply gets the same successor again, and no token can be read out of the database.
  successor bytea,
  -- A token from before a second factor was shown must never lead to one from after it.
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index refresh_token_current on auth.refresh_tokens (session_id)
  where superseded_by is null and revoked_at is null;
create index refresh_tokens_of_session on auth.refresh_tokens (session_id);

create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  type text collate "C" not null,
  relates_to text collate "C" not null,
  code_mac bytea,
  link_hash bytea,
  misses integer not null default 0,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  unique (user_id, type)
);
create index one_time_by_link on auth.one_time_tokens (link_hash);

create table auth.flow_states (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  auth_code_hash bytea unique,
  code_challenge text,
  method text not null,
  provider text,
  data jsonb not null default '{}',
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

-- Only with a foreign database: beside the embedded one the key is a file of the data folder. The oldest signs.
create table auth.signing_keys (
  kid text collate "C" primary key,
  slot text collate "C" not null unique,
  jwk jsonb not null,
  created_at timestamptz(3) not null default now()
);

-- The one link by which the first admin is made, while there is none. A new link takes the place of the old one.
create table auth.setup_links (
  slot boolean primary key default true check (slot),
  token_hash bytea not null,
  expires_at timestamptz(3) not null
);

do $$ declare t text; begin
  foreach t in array array['users', 'identities', 'factors', 'challenges', 'sessions', 'refresh_tokens',
                           'one_time_tokens', 'flow_states', 'signing_keys', 'setup_links'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('create policy all_rows on auth.%I to {{service}} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on auth.%I to {{service}}', t);
  end loop;
end $$;

-- The portal's own part of an account. It outlives the account without a name, for payments and records refer to it.
create table public.profiles (
  id uuid primary key,
  role text not null default 'user' check (role in ('user', 'admin')),
  full_name text,
  business_name text,
  country text collate "C",
  phone_number text collate "C",
  email text collate "C",
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index profiles_newest on public.profiles (created_at desc, id desc);
create index profiles_admins on public.profiles (id) where role = 'admin';
alter table public.profiles enable row level security;
create policy own on public.profiles for select to {{user}} using (id = auth.user_id());
create policy edit_own on public.profiles for update to {{user}} using (id = auth.user_id()) with check (id = auth.user_id());
create policy all_rows on public.profiles for select to {{admin}} using (true);
create policy edit on public.profiles for update to {{admin}} using (true) with check (true);
create policy all_rows_service on public.profiles to {{service}} using (true) with check (true);
grant select on public.profiles to {{user}}, {{admin}};
grant update (full_name, business_name, country, phone_number, version, updated_at) on public.profiles to {{user}};
grant update (full_name, business_name, country, phone_number, role, version, updated_at) on public.profiles to {{admin}};
grant select, insert, update, delete on public.profiles to {{service}};

-- Takes the caller in: everything after it in the transaction runs as this person, under row security. It raises
-- KK401 when the session is gone (logged out, banned, deleted) and KK403 when the person's role is not the one
-- `needed`; the transaction is then void, whatever was sent behind it.
create function auth.enter(session uuid, person uuid, needed text) returns void language plpgsql as $$
declare r text;
begin
  perform set_config('role', {{service:literal}}, true);
  select coalesce(p.role, 'user') into r
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.profiles p on p.id = u.id
   where s.id = session and s.user_id = person and u.deleted_at is null
     and (u.banned_until is null or u.banned_until <= clock_timestamp())
     and (s.not_after is null or s.not_after > clock_timestamp());
  if not found then raise exception 'session gone' using errcode = 'KK401'; end if;
  if needed is not null and needed <> r then raise exception 'role % needed', needed using errcode = 'KK403'; end if;
  perform set_config('app.user_id', person::text, true),
          set_config('role', case r when 'admin' then {{admin:literal}} else {{user:literal}} end, true);
end $$;

-- For the program itself (jobs, accounts, visitors): no person.
create function auth.enter_service() returns void language plpgsql as $$
begin
  perform set_config('app.user_id', '', true), set_config('role', {{service:literal}}, true);
end $$;

-- For a service key: an admin without an account.
create function auth.enter_key() returns void language plpgsql as $$
begin
  perform set_config('app.user_id', '', true), set_config('role', {{admin:literal}}, true);
end $$;

-- Of the given sessions, those that still let their person in, with the role.
create function auth.good_sessions(sessions uuid[]) returns table (session uuid, role text) language sql stable as $$
  select s.id, coalesce(p.role, 'user')
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.profiles p on p.id = u.id
   where s.id = any (sessions) and u.deleted_at is null
     and (u.banned_until is null or u.banned_until <= clock_timestamp())
     and (s.not_after is null or s.not_after > clock_timestamp())
$$;
