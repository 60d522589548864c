-- A claim whose money paid only a part counts no more, so that the customer can claim the payment of the rest.
alter table public.payments
  drop constraint payments_state_check,
  add constraint payments_state_check check (state in ('claimed', 'short', 'rejected'));
