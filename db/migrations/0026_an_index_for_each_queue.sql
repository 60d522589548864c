-- Each queue of requests and of orders has an index of its own for searches: the requests for a product, of those and
-- of the orders each status, what is claimed to be paid and what is not; and the banned accounts. In one index for all, a
-- search in a small queue read what the large ones have of a word, and one that looked for a queue's rows read the whole
-- queue beside the word.

-- How much of all is in a queue. Otherwise PostgreSQL takes each for tiny, and reads a shelf through instead of asking
-- for the words on it.
create statistics public.requests_queue on (shelves[1]) from public.requests;
create statistics public.requests_state on (shelves[4]) from public.requests;
create statistics public.requests_claim on (shelves[7]) from public.requests;
create statistics public.orders_state on (shelves[4]) from public.orders;
create statistics public.orders_claim on (shelves[7]) from public.orders;
create statistics public.profiles_state on (shelves[4]) from public.profiles;

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
    with queue (rows, name, place) as (
      values ('chat_conversations', '', null), ('profiles', '', null), ('profiles', 'banned', 4), ('orders', '', null),
             ('orders', 'pending', 4), ('orders', 'completed', 4), ('orders', 'cancelled', 4),
             ('orders', 'claimed', 7), ('orders', 'unclaimed', 7)
      union all
      select 'requests', name, case when name !~ ' ' then 1 when name ~ ' (un)?claimed$' then 7 else 4 end
        from unnest(queues) as name)
    select rows, concat_ws('_', rows, 'search', nullif(regexp_replace(lower(name), '[^a-z0-9]+', '_', 'g'), '')) as name,
           case rows when 'requests' then ', lower(subject) %1$I.gin_trgm_ops, public.digits_of(lower(subject))'
                     when 'orders' then ', names %1$I.gin_trgm_ops, public.digits_of(names)'
                     when 'profiles' then ', public.digits_of(search)' else '' end as more,
           case when place is null then '' else format(' where shelves[%s] = %L', place, name) end as kept
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
