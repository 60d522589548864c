-- The inbox and the counts of what waits read these indexes: orders of which money may be owed back.
create index orders_cancelled_paid on public.orders (id) where status = 'cancelled' and payment_confirmed;
create index order_lines_gone on public.order_lines (order_id) where state = 'gone';
