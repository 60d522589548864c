-- A row that admins search carries its customer's words. They were looked up among the customers before, so that a
-- first name that thousands bear led through all that the thousands ever asked for. An order carries its names as well,
-- whose lines have no time of their own. The database keeps the copies itself, whoever writes.

alter table public.requests add column search text collate "C" not null default '';
alter table public.orders add column search text collate "C" not null default '';
alter table public.orders add column names text collate "C" not null default '';
alter table public.chat_conversations add column search text collate "C" not null default '';

-- A new row takes its customer's words. They are not changed meanwhile: who changes them waits for the row, and finds it.
create function public.take_customer_words() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  words text;
begin
  select search into words from public.profiles where id = new.user_id for share;
  new.search := coalesce(words, '');
  return new;
end $$;
create trigger take_words before insert or update of user_id on public.requests
  for each row execute function public.take_customer_words();
create trigger take_words before insert or update of user_id on public.orders
  for each row execute function public.take_customer_words();
create trigger take_words before insert or update of user_id on public.chat_conversations
  for each row execute function public.take_customer_words();

-- The names of an order are its lines', which come all at once and are never others. Each begins after a blank.
create function public.name_orders() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set names = orders.names || placed.names
    from (select order_id, string_agg(lower(' ' || domain), '' order by position) as names from lines group by order_id) placed
   where orders.id = placed.order_id;
  return null;
end $$;
create trigger name_orders after insert on public.order_lines referencing new table as lines
  for each statement execute function public.name_orders();

-- What a customer is called now goes to all that they asked for.
create function public.spread_customer_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.requests set search = new.search where user_id = new.id;
  update public.orders set search = new.search where user_id = new.id;
  update public.chat_conversations set search = new.search where user_id = new.id;
  return null;
end $$;
create trigger spread_words after update on public.profiles
  for each row when (old.search is distinct from new.search) execute function public.spread_customer_words();

update public.requests set search = profiles.search from profiles where profiles.id = user_id;
update public.orders set search = profiles.search, names = lines.names
  from profiles, (select order_id, string_agg(lower(' ' || domain), '' order by position) as names from public.order_lines group by order_id) lines
 where profiles.id = user_id and lines.order_id = orders.id;
update public.chat_conversations set search = profiles.search from profiles where profiles.id = user_id;

-- The states of an account that admins list accounts by, beside what else the lists show of it.
alter table public.profiles
  add column banned_until timestamptz(3),
  add column is_unconfirmed boolean not null default false,
  add column has_factor boolean not null default false;

create function public.keep_account_state() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles
     set banned_until = new.banned_until, is_unconfirmed = coalesce(new.email_confirmed_at, new.phone_confirmed_at) is null
   where id = new.id and (banned_until, is_unconfirmed) is distinct from
         (new.banned_until, coalesce(new.email_confirmed_at, new.phone_confirmed_at) is null);
  return null;
end $$;
create trigger keep_state after update of banned_until, email_confirmed_at, phone_confirmed_at on auth.users
  for each row execute function public.keep_account_state();

create function public.take_account_state() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select banned_until, coalesce(email_confirmed_at, phone_confirmed_at) is null
    into new.banned_until, new.is_unconfirmed from auth.users where id = new.id;
  new.is_unconfirmed := coalesce(new.is_unconfirmed, false);
  new.has_factor := exists (select from auth.factors where user_id = new.id and status = 'verified');
  return new;
end $$;
create trigger take_state before insert on public.profiles for each row execute function public.take_account_state();

-- Of two changes at once the second counts when the first is done.
create function public.keep_factor_state() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
  has_one boolean;
begin
  perform from public.profiles where id = person for update;
  has_one := exists (select from auth.factors where user_id = person and status = 'verified');
  update public.profiles set has_factor = has_one where id = person and has_factor <> has_one;
  return null;
end $$;
create trigger keep_state after insert or delete or update of status on auth.factors
  for each row execute function public.keep_factor_state();

update public.profiles set banned_until = u.banned_until,
       is_unconfirmed = coalesce(u.email_confirmed_at, u.phone_confirmed_at) is null,
       has_factor = exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified')
  from auth.users u where u.id = profiles.id;

drop index auth.users_banned, auth.users_unconfirmed, auth.factors_verified;
create index profiles_banned on public.profiles (created_at desc, id desc) where banned_until is not null;
create index profiles_unconfirmed on public.profiles (created_at desc, id desc) where is_unconfirmed;
create index profiles_with_factor on public.profiles (created_at desc, id desc) where has_factor;

-- The shelves that a row stands on, of each queue that it is in: those of its five days and its sixty, and the one of
-- all. So a word that is common elsewhere costs nothing in a queue that has little of it. They are kept in the row: an
-- index gives rows that it must be asked of again, and one that was computed anew took longer than the row.
drop index if exists public.requests_search, public.profiles_search, public.order_lines_search,
  public.requests_shelves, public.profiles_shelves;
drop function public.shelves_of(text, timestamptz);
create function public.shelves_of(at timestamptz, queue text, second text, third text)
  returns text[] language sql immutable parallel safe as $$
  select array_remove(array[
    queue, queue || ' 5/' || floor(date_part('epoch', at at time zone 'UTC') / 432000)::int::text,
    queue || ' 60/' || floor(date_part('epoch', at at time zone 'UTC') / 5184000)::int::text,
    second, second || ' 5/' || floor(date_part('epoch', at at time zone 'UTC') / 432000)::int::text,
    second || ' 60/' || floor(date_part('epoch', at at time zone 'UTC') / 5184000)::int::text,
    third, third || ' 5/' || floor(date_part('epoch', at at time zone 'UTC') / 432000)::int::text,
    third || ' 60/' || floor(date_part('epoch', at at time zone 'UTC') / 5184000)::int::text], null)
$$;

alter table public.requests add column shelves text[] collate "C" generated always as (
  public.shelves_of(created_at, kind, kind || ' ' || status,
    kind || case when payment_confirmed and stage <> 'active' then ' claimed'
                 when stage = 'offered' and not payment_confirmed then ' unclaimed' end)) stored;
alter table public.orders add column shelves text[] collate "C" generated always as (
  public.shelves_of(created_at, '', status,
    case when payment_confirmed and status = 'pending' then 'claimed'
         when not payment_confirmed and status <> 'cancelled' then 'unclaimed' end)) stored;
alter table public.chat_conversations add column shelves text[] collate "C" generated always as (
  public.shelves_of(last_at, case when customer_lines > read_by_shop then 'unread' else 'read' end,
    case when customer_lines > read_by_shop then 'unread' else 'read' end || case when closed then ' closed' else ' open' end,
    null)) stored;
alter table public.profiles add column shelves text[] collate "C" generated always as (
  public.shelves_of(created_at, '', case when banned_until is not null then 'banned' end,
    case when is_unconfirmed then 'unconfirmed' end)) stored;

-- Five digits and all other five of each number in a text. A trigram of digits is everywhere; five are nearly a name.
create function public.digits_of(words text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(run[1], n, 5)
                 from regexp_matches(words, '[0-9]{5,}', 'g') as run, generate_series(1, length(run[1]) - 4) as n)
$$;

-- Makes the indexes that searches need, where they are missing. False where the database has no pg_trgm and its owner
-- may not install it: then the shelves alone have an index, and a search for a rare word reads all rows once.
create or replace function public.index_searches() returns boolean language plpgsql as $$
declare
  home text;
  searched record;
begin
  select nspname into home from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm';
  if home is null then
    begin
      create extension pg_trgm with schema public;
      home := 'public';
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      null;
    end;
  end if;
  for searched in select * from (values
    ('requests', ', lower(subject) %1$I.gin_trgm_ops, public.digits_of(lower(subject))'),
    ('orders', ', names %1$I.gin_trgm_ops, public.digits_of(names)'),
    ('chat_conversations', ''),
    ('profiles', ', public.digits_of(search)')) as of (name, more)
  loop
    if home is null then
      execute format('create index if not exists %I on public.%I using gin (shelves)', searched.name || '_shelves', searched.name);
    elsif to_regclass('public.' || searched.name || '_search') is null then
      execute format('drop index if exists public.%I', searched.name || '_shelves');
      -- A short pending list: every search reads it through.
      execute format('create index %2$I on public.%3$I using gin (shelves, search %1$I.gin_trgm_ops' || searched.more || ')
        with (gin_pending_list_limit = 256)', home, searched.name || '_search', searched.name);
    end if;
  end loop;
  return home is not null;
end $$;
