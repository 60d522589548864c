-- The currency of a request and of an order, because the shop may change its own. What is stored was made in dollars. The
-- amounts get a third decimal for currencies that have one, such as the Kuwaiti dinar.
-- takes long: it rewrites the requests, orders and payments with their indexes.
alter table public.requests
  add column currency text collate "C" not null default 'USD',
  alter column price type numeric(15, 3);
alter table public.orders
  add column currency text collate "C" not null default 'USD',
  alter column total_price type numeric(15, 3);
alter table public.order_lines alter column price type numeric(15, 3);
alter table public.payments alter column amount type numeric(15, 3);
alter table public.refunds alter column amount type numeric(15, 3);
