-- Every searched table has one column of words and one trigram index over it. What served only the earlier searches goes.

do $$
declare
  old record;
begin
  for old in select indexrelid::regclass as name from pg_index
              where indrelid in ('public.requests'::regclass, 'public.orders'::regclass, 'public.profiles'::regclass,
                                 'public.chat_conversations'::regclass)
                and indexrelid::regclass::text ~ '_(search|shelves)'
  loop
    execute format('drop index %s', old.name);
  end loop;
end $$;
drop function public.index_searches(text[]);
drop function public.digits_of(text);
drop statistics public.requests_queue, public.requests_state, public.requests_claim, public.orders_state,
  public.orders_claim, public.profiles_state;
drop index public.mails_of_day, public.mails_unsent_of_recipient;
alter table public.requests drop column shelves;
alter table public.orders drop column shelves;
alter table public.chat_conversations drop column shelves;
alter table public.profiles drop column shelves;
drop function public.shelves_of(timestamptz, text, text, text);

-- The state of an account is read from the account itself.
drop trigger keep_state on auth.users;
drop trigger keep_state on auth.factors;
drop trigger take_state on public.profiles;
drop function public.keep_account_state(), public.keep_factor_state(), public.take_account_state();
alter table public.profiles drop column banned_until, drop column is_unconfirmed, drop column has_factor;
create index users_banned on auth.users (banned_until) where banned_until is not null;
create index users_unconfirmed on auth.users (id) where coalesce(email_confirmed_at, phone_confirmed_at) is null;
create index factors_verified on auth.factors (user_id) where status = 'verified';

-- Requests and orders: the customer's words, then the names asked for, then the receipt numbers. Every word begins after a
-- blank, and a receipt number ends with one.
create or replace function public.take_customer_words() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  words text;
begin
  -- The lock makes a change of the customer's words wait for this row, and then find it.
  select search into words from public.profiles where id = new.user_id for share;
  new.search := coalesce(words, '');
  if tg_table_name = 'requests' then
    new.search := new.search || ' ' || lower(new.subject);
  end if;
  return new;
end $$;
drop trigger take_words on public.requests;
drop trigger take_words on public.orders;
drop trigger take_words on public.chat_conversations;
create trigger take_words before insert on public.requests for each row execute function public.take_customer_words();
create trigger take_words before insert on public.orders for each row execute function public.take_customer_words();
create trigger take_words before insert on public.chat_conversations for each row execute function public.take_customer_words();

create or replace function public.name_orders() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set search = orders.search || placed.names
    from (select order_id, string_agg(lower(' ' || domain), '' order by position) as names from lines group by order_id) placed
   where orders.id = placed.order_id;
  return null;
end $$;

create function public.take_receipt() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.requests set search = search || ' ' || new.number || ' ' where id = new.request_id;
  update public.orders set search = search || ' ' || new.number || ' ' where id = new.order_id;
  return null;
end $$;
create trigger take_receipt after insert on public.payments for each row execute function public.take_receipt();

create or replace function public.spread_customer_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.requests set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.orders set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.chat_conversations set search = new.search where user_id = new.id;
  return null;
end $$;

update public.requests set search = search || ' ' || lower(subject)
  || coalesce((select string_agg(' ' || number || ' ', '') from public.payments where request_id = requests.id), '');
update public.orders set search = search || names
  || coalesce((select string_agg(' ' || number || ' ', '') from public.payments where order_id = orders.id), '');
alter table public.orders drop column names;

do $$
declare
  home text;
  searched text;
begin
  select nspname into home from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm';
  if home is null then
    create extension pg_trgm with schema public;
    home := 'public';
  end if;
  foreach searched in array '{requests,orders,chat_conversations,profiles}'::text[] loop
    -- A short pending list: every search reads it through.
    execute format('create index %I on public.%I using gin (search %I.gin_trgm_ops) with (gin_pending_list_limit = 256)',
                   searched || '_search', searched, home);
  end loop;
end $$;
