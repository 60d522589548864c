-- Each queue has an index of its own for searches: the requests for a product, of those and of the orders each status,
-- what is claimed to be paid and what is not; the accounts in each state; the conversations that are unread or closed. In
-- one index for all, a search in a small queue read what the large ones have of a word, and one that looked for a queue's
-- rows read the whole queue beside the word.

-- How much of all is in a queue. Otherwise PostgreSQL takes each for tiny, and reads a shelf through instead of asking
-- for the words on it.
create statistics public.requests_queue on (shelves[1]) from public.requests;
create statistics public.requests_state on (shelves[4]) from public.requests;
create statistics public.requests_claim on (shelves[7]) from public.requests;
create statistics public.orders_state on (shelves[4]) from public.orders;
create statistics public.orders_claim on (shelves[7]) from public.orders;
create statistics public.profiles_state on (shelves[4]) from public.profiles;

-- What is sent and what is not: a page of the sent ones was read past thousands that wait, and an address among the
-- few others looked up among all.
drop index public.mails_by_state;
create index mails_sent on public.mails (created_at desc, id desc) where state = 'sent';
create index mails_unsent on public.mails (state, created_at desc, id desc) include (recipient) where state <> 'sent';
-- How many addresses begin is looked for from day to day.
create index mails_of_day on public.mails ((((created_at at time zone 'UTC')::date)), recipient, created_at desc, id desc) include (state);
create index mails_unsent_of_recipient on public.mails (state, recipient, created_at desc, id desc) where state <> 'sent';

-- The numbers of a text: each whole, behind a sign of its own, and of long ones all fives of digits that follow each
-- other, as before. A trigram of digits is everywhere; a number is nearly a name. A loop takes a tenth of the time of a
-- query, and a request's name goes through it once for each of its indexes. Those that were made without the whole
-- numbers are made again.
drop index if exists public.requests_search, public.orders_search, public.profiles_search;
create or replace function public.digits_of(words text) returns text[] language plpgsql immutable parallel safe as $$
declare
  numbers text[] := '{}';
  run text;
begin
  if words !~ '[0-9][0-9]' then
    return numbers;
  end if;
  foreach run in array regexp_split_to_array(words, '[^0-9]+') loop
    if length(run) > 1 then
      numbers := numbers || ('=' || run);
    end if;
    for n in 1 .. length(run) - 4 loop
      numbers := numbers || substr(run, n, 5);
    end loop;
  end loop;
  return numbers;
end $$;

drop function public.index_searches();

-- As before. The queues of requests are named by the program, which has the products and their statuses in one list.
create function public.index_searches(queues text[]) returns boolean language plpgsql as $$
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
  for searched in
    -- The shelves of all of a queue have fixed places. Asked for by them, PostgreSQL can't take the index of a list.
    with queue (rows, name, is_in) as (
      values ('chat_conversations', '', ''), ('chat_conversations', 'unread', 'waiting'),
             ('chat_conversations', 'closed', 'closed'), ('profiles', '', ''), ('profiles', 'banned', 'shelves[4] = ''banned'''),
             ('profiles', 'unconfirmed', 'is_unconfirmed'), ('profiles', 'factor', 'has_factor'), ('orders', '', '')
      union all
      select 'orders', name, format('shelves[%s] = %L', case when name ~ 'claimed$' then 7 else 4 end, name)
        from unnest('{pending,completed,cancelled,claimed,unclaimed}'::text[]) as name
      union all
      select 'requests', name,
             format('shelves[%s] = %L', case when name !~ ' ' then 1 when name ~ ' (un)?claimed$' then 7 else 4 end, name)
        from unnest(queues) as name)
    select rows, concat_ws('_', rows, 'search', nullif(regexp_replace(lower(name), '[^a-z0-9]+', '_', 'g'), '')) as name,
           case rows when 'requests' then ', lower(subject) %1$I.gin_trgm_ops, public.digits_of(lower(subject))'
                     when 'orders' then ', names %1$I.gin_trgm_ops, public.digits_of(names)'
                     when 'profiles' then ', public.digits_of(search)' else '' end as more,
           case when is_in = '' then '' else ' where ' || is_in end as kept
      from queue
  loop
    if home is null then
      execute format('create index if not exists %I on public.%I using gin (shelves)', searched.rows || '_shelves', searched.rows);
    elsif to_regclass(format('public.%I', searched.name)) is null then
      execute format('drop index if exists public.%I', searched.rows || '_shelves');
      -- A short pending list: every search reads it through.
      execute format('create index %2$I on public.%3$I using gin (shelves, search %1$I.gin_trgm_ops' || searched.more || ')
        with (gin_pending_list_limit = 256)', home, searched.name, searched.rows) || searched.kept;
    end if;
  end loop;
  return home is not null;
end $$;
revoke execute on function public.index_searches(text[]) from public;
