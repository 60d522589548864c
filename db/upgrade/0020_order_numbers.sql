-- The number by which people speak of an order. It is unique, and without other meaning.
create sequence public.order_numbers as integer start 1001;
grant usage on sequence public.order_numbers to {{admin}}, {{service}};
alter table public.orders add column number integer;
alter sequence public.order_numbers owned by public.orders.number;
update public.orders set number = counted.number, search = search || ' ' || counted.number || ' '
  from (select id, nextval('public.order_numbers') as number
          from (select id from public.orders order by created_at, id) as placed) as counted
 where orders.id = counted.id;
alter table public.orders alter column number set default nextval('public.order_numbers'), alter column number set not null;
create unique index orders_number on public.orders (number);

create or replace function public.add_domains_to_search() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.orders set search = orders.search || ' ' || orders.number || placed.domains || ' '
    from (select order_id, string_agg(lower(' ' || domain), '' order by position) as domains from lines group by order_id) placed
   where orders.id = placed.order_id;
  return null;
end $$;
