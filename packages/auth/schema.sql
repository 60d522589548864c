-- The tables of the auth server. A host applies this file once, or reaches the same tables by migrations of its own.
-- {{service}} is the role of its transactions: only it reads and writes them.

create schema auth;
grant usage on schema auth to {{service}};

create table auth.users (
  id uuid primary key,
  aud text not null default 'authenticated',
  email text collate "C" check (email = lower(email)),
  phone text collate "C",
  password_hash text,
  email_confirmed_at timestamptz(3),
  phone_confirmed_at timestamptz(3),
  -- Confirmed by the settings of the shop, without a code. The first person who proves the address or number takes the
  -- account over: all earlier ways to log in are removed.
  email_unseen boolean not null default false,
  phone_unseen boolean not null default false,
  -- A person who confirms an account that an admin has made keeps the password that the admin gave it.
  made_by_admin boolean not null default false,
  -- Two people signed up with this address and different passwords before it was confirmed.
  password_doubted boolean not null default false,
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
  banned_until timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- An account of an external log-in domain may have the address of another account.
create unique index users_email on auth.users (email) where not is_sso;
create unique index users_phone on auth.users (phone);
create index users_banned on auth.users (banned_until) where banned_until is not null;
create index users_unconfirmed on auth.users (id) where coalesce(email_confirmed_at, phone_confirmed_at) is null;
-- Accounts that were never confirmed are deleted after some time.
create index users_never_confirmed on auth.users (created_at)
  where email_confirmed_at is null and phone_confirmed_at is null;

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

-- Second factors.
create table auth.factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_type text not null,
  status text not null default 'unverified',
  friendly_name text,
  phone text,
  -- Encrypted by the key `sealed_by`. Null: by a key derived from the signing key. The server encrypts such rows again
  -- with a key of their own when it starts.
  secret bytea,
  sealed_by text collate "C",
  -- The last TOTP time step that was used (RFC 6238): a code is accepted once.
  last_step bigint,
  misses integer not null default 0,
  -- After wrong codes the next attempt has to wait, longer each time.
  locked_until timestamptz(3),
  last_challenged_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index factors_of_user on auth.factors (user_id);
create unique index factors_names on auth.factors (user_id, coalesce(friendly_name, ''));
create index factors_verified on auth.factors (user_id) where status = 'verified';

create table auth.challenges (
  id uuid primary key,
  factor_id uuid not null references auth.factors on delete cascade,
  ip inet,
  code_hash bytea,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index challenges_of_factor on auth.challenges (factor_id);

-- Codes for a person without the device: each is stored as a keyed digest and works once.
create table auth.recovery_codes (
  factor_id uuid not null references auth.factors on delete cascade,
  code_mac bytea not null,
  used_at timestamptz(3),
  primary key (factor_id, code_mac)
);

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

-- A token is stored as its SHA-256 only. The current token of a session has no `superseded_by`.
create table auth.refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  parent bytea,
  superseded_by bytea,
  superseded_at timestamptz(3),
  -- The next token, encrypted with this one. A client that lost the response gets the same next token again, and no
  -- token can be read from the database.
  successor bytea,
  -- Set when the session shows a second factor: an older token must not lead to a newer one.
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index refresh_token_current on auth.refresh_tokens (session_id)
  where superseded_by is null and revoked_at is null;
create index refresh_tokens_of_session on auth.refresh_tokens (session_id);

-- Log-ins that continue elsewhere: at a provider, or by a mailed link with PKCE (RFC 7636).
create table auth.flow_states (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  auth_code_hash bytea unique,
  -- The code expires some minutes after this time. The flow itself may wait longer for its mail to be opened.
  code_issued_at timestamptz(3),
  code_challenge text,
  method text not null,
  provider text,
  data jsonb not null default '{}',
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index flow_states_age on auth.flow_states (created_at);

-- Codes and links that prove an address or a number: one of each type for an account.
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  type text collate "C" not null,
  -- The address or number that the code was sent to.
  relates_to text collate "C" not null,
  code_mac bytea,
  link_hash bytea,
  flow_id uuid references auth.flow_states on delete set null,
  misses integer not null default 0,
  -- A new code replaces the one before. Requests are counted, so that a stranger cannot void every link by asking again.
  asks integer not null default 1,
  -- A changed e-mail address needs two proofs: when the first of them was given.
  proved_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  unique (user_id, type)
);
create index one_time_by_link on auth.one_time_tokens (link_hash);
create index one_time_by_flow on auth.one_time_tokens (flow_id);
create index one_time_by_address on auth.one_time_tokens (relates_to);

-- Passwords of sign-ups with an unconfirmed address. The log-in answers "not confirmed yet" to them, whether the address
-- has an account already or not: otherwise a sign-up and a log-in would tell who has one.
create table auth.signup_tries (
  address text collate "C" primary key,
  password_hash text not null,
  expires_at timestamptz(3) not null
);
create index signup_tries_age on auth.signup_tries (expires_at);

-- Counters of sensitive attempts, shared by all nodes. A crash may lose them. The keys are hashes without names.
create unlogged table auth.tries (
  key bytea primary key,
  count integer not null,
  ends_at timestamptz(3) not null
);
create index tries_ended on auth.tries (ends_at);

-- Networks from which an account was entered with its password. Wrong passwords from elsewhere do not block them.
create table auth.known_places (
  key bytea primary key,
  seen_at timestamptz(3) not null default now()
);
create index known_places_seen on auth.known_places (seen_at);

-- Keys that sign access tokens. Used with a foreign database only: beside the embedded one the key is a file of the data
-- folder. A new key is published before it signs, and an old one verifies until its last token has expired.
create table auth.signing_keys (
  kid text collate "C" primary key,
  -- Unique, so that only one of several nodes can make a key.
  slot text collate "C" not null unique,
  jwk jsonb not null,
  signs_from timestamptz(3) not null default '-infinity',
  verifies_until timestamptz(3) not null default 'infinity',
  created_at timestamptz(3) not null default now()
);

-- The key that encrypts second factors. It is separate, so that a lost or replaced signing key locks nobody out. Used with
-- a foreign database only, like the signing keys.
create table auth.sealing_keys (
  slot text collate "C" primary key,
  secret bytea not null check (octet_length(secret) >= 32),
  created_at timestamptz(3) not null default now()
);

-- The service keys that were issued. The keys themselves are not stored.
create table auth.service_keys (
  id uuid primary key,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

-- The one link that makes the first admin. A new link replaces the old one.
create table auth.setup_links (
  slot boolean primary key default true check (slot),
  token_hash bytea not null,
  expires_at timestamptz(3) not null
);

-- All tables of this schema.
do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'auth' loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('create policy all_rows on auth.%I to {{service}} using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on auth.%I to {{service}}', name);
  end loop;
end $$;

-- How many SMS all nodes have sent on a day, and which countries were refused.
create table public.sms_days (
  -- In UTC.
  day date primary key,
  sent integer not null default 0,
  -- When the first SMS of the day was refused because the limit was reached.
  full_at timestamptz(3),
  refused_countries text[] not null default '{}'
);
alter table public.sms_days enable row level security;
create policy all_rows on public.sms_days to {{service}} using (true) with check (true);
grant select, insert, update, delete on public.sms_days to {{service}};
