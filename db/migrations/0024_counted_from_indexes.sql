-- The overview's figures are counted from indexes alone, each no wider than the figure needs: how many requests there are
-- of each status, what was delivered, and which orders wait.
create index requests_counted on public.requests (kind, status);
create index requests_delivered on public.requests (id) where stage = 'active';
create index orders_delivered on public.orders (id) where status = 'completed';
create index orders_waiting on public.orders (created_at) include (payment_confirmed) where status = 'pending';
