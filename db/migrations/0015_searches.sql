-- Lists and searches of admins take as long with a million rows as with a thousand. A common word is found among the
-- newest rows, a rare one through an index of trigrams; the queues of what is claimed and what is unpaid have indexes
-- of their own.

create index requests_claimed on public.requests (kind, created_at desc, id desc)
  where payment_confirmed and stage <> 'active';
create index requests_unclaimed on public.requests (kind, created_at desc, id desc)
  where stage = 'offered' and not payment_confirmed;
create index orders_claimed on public.orders (created_at desc, id desc)
  where payment_confirmed and status = 'pending';
create index orders_unclaimed on public.orders (created_at desc, id desc)
  where not payment_confirmed and status <> 'cancelled';

-- What a customer is found by, in one text: names, address, and the phone number's digits. Every word of it begins
-- after a blank.
alter table public.profiles add column search text collate "C" generated always as (
  lower((' ' || coalesce(full_name, '') || ' ' || coalesce(business_name, '') || ' ' || coalesce(email, '') || ' '
         || coalesce(ltrim(phone_number, '+'), '')) collate "default")) stored;

-- Makes the indexes that searches need, where they are missing. False where the database has no pg_trgm and its owner
-- may not install it: then a search for a rare word reads all rows.
create function public.index_searches() returns boolean language plpgsql as $$
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
      return false;
    end;
  end if;
  -- A short pending list: every search reads it through.
  execute format('create index requests_search on public.requests
    using gin ((kind || '' '' || lower(subject)) %I.gin_trgm_ops) with (gin_pending_list_limit = 256)', home);
  execute format('create index profiles_search on public.profiles
    using gin (search %I.gin_trgm_ops) with (gin_pending_list_limit = 256)', home);
  execute format('create index order_lines_search on public.order_lines
    using gin ((%L || domain) %I.gin_trgm_ops) with (gin_pending_list_limit = 256)', ' ', home);
  return true;
end $$;
revoke execute on function public.index_searches() from public;
