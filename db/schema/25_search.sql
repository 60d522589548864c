-- Searches of admins: each searched table has one column `search` and one trigram index over it. Triggers keep the column
-- equal to its sources, whichever statement writes them:
--   requests: the customer's words, the subject, the receipt numbers
--   orders: the customer's words, its number, the domains, the receipt numbers
--   services: the customer's words, the name
--   chat_conversations: the customer's words
-- The customer's words are `profiles.search`. Every word follows a blank, and a receipt number is followed by one as well.

-- A new row gets its customer's words.
create function public.set_search() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  customer text;
begin
  -- The lock makes a concurrent change of the profile wait for this row, and then update it.
  select search into customer from public.profiles where id = new.user_id for share;
  new.search := coalesce(customer, '');
  if tg_table_name = 'requests' then
    new.search := new.search || ' ' || lower(new.subject);
  end if;
  return new;
end $$;
create trigger set_search before insert on public.requests for each row execute function public.set_search();
create trigger set_search before insert on public.orders for each row execute function public.set_search();
create trigger set_search before insert on public.chat_conversations for each row execute function public.set_search();

-- A request that is handed over begins with the words of its new customer.
create function public.set_search_of_handed_over() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  former text;
  customer text;
begin
  select search into former from public.profiles where id = old.user_id;
  select search into customer from public.profiles where id = new.user_id for share;
  new.search := coalesce(customer, '') || substr(new.search, length(coalesce(former, '')) + 1);
  return new;
end $$;
create trigger set_search_of_handed_over before update of user_id on public.requests
  for each row when (old.user_id is distinct from new.user_id) execute function public.set_search_of_handed_over();

create function public.set_search_of_service() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  customer text;
begin
  -- The lock makes a concurrent change of the profile wait for this row, and then update it.
  select search into customer from public.profiles where id = new.user_id for share;
  new.search := coalesce(customer, '') || ' ' || lower(new.name);
  return new;
end $$;
create trigger set_search before insert or update of user_id, name on public.services
  for each row execute function public.set_search_of_service();

-- All lines of an order are inserted by one statement, and their domains never change.
create function public.add_domains_to_search() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set search = orders.search || ' ' || orders.number || placed.domains || ' '
    from (select order_id, string_agg(lower(' ' || domain), '' order by position) as domains from lines group by order_id) placed
   where orders.id = placed.order_id;
  return null;
end $$;
create trigger add_domains_to_search after insert on public.order_lines referencing new table as lines
  for each statement execute function public.add_domains_to_search();

create function public.add_receipt_to_search() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.requests set search = search || ' ' || new.number || ' ' where id = new.request_id;
  update public.orders set search = search || ' ' || new.number || ' ' where id = new.order_id;
  return null;
end $$;
create trigger add_receipt_to_search after insert on public.claims
  for each row execute function public.add_receipt_to_search();

-- A changed profile changes the beginning of the text in all rows of the customer.
create function public.update_search_of_customer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.requests set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.orders set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.services set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.chat_conversations set search = new.search where user_id = new.id;
  return null;
end $$;
create trigger update_search_of_customer after update on public.profiles
  for each row when (old.search is distinct from new.search) execute function public.update_search_of_customer();
