-- The payment of a renewal can be claimed, as that of a request or an order.
alter table public.payments
  add column renewal_id uuid references public.renewals,
  drop constraint payments_for_one,
  add constraint payments_for_one check (num_nonnulls(request_id, order_id, renewal_id) = 1);
create unique index payments_one_claim_of_renewal on public.payments (renewal_id) where state = 'claimed';
create index payments_of_renewal on public.payments (renewal_id, created_at desc) where renewal_id is not null;
