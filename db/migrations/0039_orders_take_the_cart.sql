-- An order takes its names out of the cart, and a name is in one open order of a customer's at a time.

-- The name, as long as the order is pending and the name not gone; otherwise null.
alter table public.order_lines add column open_key text collate "C";

-- Of orders that were placed twice, the oldest keeps the name.
update public.order_lines set open_key = domain
 where id in (
   select distinct on (line.user_id, line.domain) line.id
     from public.order_lines line join public.orders placed on placed.id = line.order_id
    where placed.status = 'pending' and line.state <> 'gone'
    order by line.user_id, line.domain, placed.created_at, placed.id);

create unique index order_lines_one_open on public.order_lines (user_id, open_key);
