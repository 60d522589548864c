-- What is owed back is paid back or kept as the customer's credit, whole or in part. A refund of credit belongs to no
-- order, and a kept amount has no payment.
alter table public.refunds
  alter column order_id drop not null,
  alter column order_version drop not null,
  alter column method drop not null,
  alter column reference drop not null,
  alter column paid_on drop not null,
  add column kept boolean not null default false,
  add constraint refunds_paid_or_kept check (num_nulls(method, reference, paid_on) = case when kept then 3 else 0 end),
  add constraint refunds_of_order_or_credit check (num_nulls(order_id, order_version) in (0, 2) and (order_id is not null or not kept));
-- One payment of the shop is recorded once.
create unique index refunds_of_credit on public.refunds (user_id, method, reference) where order_id is null;

-- Opening entries: the payments of what was delivered or refunded until now, less what was paid back, were sales.
select public.post_to_ledger('payment', p.id, 'opening', p.created_at,
         jsonb_build_array(
           jsonb_build_object('account', 'cash:' || p.method, 'amount', -p.amount, 'currency', p.currency),
           jsonb_build_object('account', 'customer', 'user_id', p.user_id, 'amount', p.amount, 'currency', p.currency))
         || case when paid.sold > 0 then jsonb_build_array(
           jsonb_build_object('account', 'customer', 'user_id', p.user_id, 'amount', -paid.sold, 'currency', p.currency),
           jsonb_build_object('account', 'sales', 'amount', paid.sold, 'currency', p.currency)) else '[]' end)
  from public.payments p
  left join public.requests q on q.id = p.request_id
  left join public.orders o on o.id = p.order_id
 cross join lateral (select coalesce(sum(amount), 0) as total from public.refunds where order_id = o.id) back
 cross join lateral (select case when q.stage = 'active' or o.status = 'completed' then p.amount - back.total else 0 end as sold) paid
 where p.state = 'claimed' and p.amount > 0 and (q.stage = 'active' or o.status = 'completed' or back.total > 0);

select public.post_to_ledger('refund', r.id, 'opening', r.created_at, jsonb_build_array(
         jsonb_build_object('account', 'customer', 'user_id', r.user_id, 'amount', -r.amount, 'currency', r.currency),
         jsonb_build_object('account', 'cash:' || coalesce(known.method, nullif(lower(regexp_replace(r.method, '[^A-Za-z0-9]', '', 'g')), ''), 'other'),
                            'amount', r.amount, 'currency', r.currency)))
  from public.refunds r
  left join lateral (select p.method from public.payments p where p.payment_method = r.method limit 1) known on true;

-- In mode `paid` the program opens the offer of each renewal once for every period of a record.
create table public.renewal_offers (
  record_id uuid not null references public.records,
  expires_at timestamptz(3) not null,
  primary key (record_id, expires_at)
);
alter table public.renewal_offers enable row level security;
create policy all_rows on public.renewal_offers to {{service}} using (true) with check (true);
grant select, insert on public.renewal_offers to {{service}};
