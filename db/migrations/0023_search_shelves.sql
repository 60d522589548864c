-- A search takes as long with a million rows as with a thousand, however common its word is. The indexes of words know
-- beside each word when a row was made: the newest rows with a word are found without the others, of which there may
-- be ten thousand. And they no longer spell out the product, whose letters every row had.

-- The shelves that a row stands on, among those of its kind: its day's, those of 10 and 90 days, and the one of all.
create function public.shelves_of(kind text, at timestamptz) returns text[] language sql immutable parallel safe as $$
  select array[kind,
               kind || ' d' || floor(extract(epoch from at at time zone 'UTC') / 86400)::bigint::text,
               kind || ' t' || floor(extract(epoch from at at time zone 'UTC') / 864000)::bigint::text,
               kind || ' q' || floor(extract(epoch from at at time zone 'UTC') / 7776000)::bigint::text]
$$;

drop index if exists public.requests_search, public.profiles_search, public.order_lines_search;

-- As before, with the shelves. Where the database has no pg_trgm the shelves alone are kept, so that a search goes
-- through every row once.
create or replace function public.index_searches() returns boolean language plpgsql as $$
declare
  home text;
begin
  if to_regclass('public.order_lines_search') is not null then return true; end if;
  select nspname into home from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm';
  if home is null then
    begin
      create extension pg_trgm with schema public;
      home := 'public';
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      create index if not exists requests_shelves on public.requests using gin (public.shelves_of(kind, created_at));
      create index if not exists profiles_shelves on public.profiles using gin (public.shelves_of('', created_at));
      return false;
    end;
  end if;
  drop index if exists public.requests_shelves, public.profiles_shelves;
  -- A short pending list: every search reads it through.
  execute format('create index requests_search on public.requests
    using gin (public.shelves_of(kind, created_at), lower(subject) %I.gin_trgm_ops) with (gin_pending_list_limit = 256)', home);
  execute format('create index profiles_search on public.profiles
    using gin (public.shelves_of(%L, created_at), search %I.gin_trgm_ops) with (gin_pending_list_limit = 256)', '', home);
  execute format('create index order_lines_search on public.order_lines
    using gin ((%L || domain) %I.gin_trgm_ops) with (gin_pending_list_limit = 256)', ' ', home);
  return true;
end $$;

-- Accounts: the admins among them, those that are kept out, unproved, or have a second factor; and one address.
create index profiles_newest_admins on public.profiles (created_at desc, id desc) where role = 'admin';
create index profiles_by_email on public.profiles (email);
create index users_banned on auth.users (banned_until) where banned_until is not null;
create index users_unconfirmed on auth.users (id) where coalesce(email_confirmed_at, phone_confirmed_at) is null;
create index factors_verified on auth.factors (user_id) where status = 'verified';

-- One sort of act of one person.
create index audit_by_actor_and_action on public.audit_log (actor_id, action, at desc, id desc);

-- Unpaid orders of one status.
create index orders_unclaimed_by_status on public.orders (status, created_at desc, id desc)
  where not payment_confirmed and status <> 'cancelled';

-- Mails to addresses that begin alike, of one state, without a look at the mails themselves.
drop index public.mails_of_recipient;
create index mails_of_recipient on public.mails (recipient, created_at desc, id desc) include (state);
