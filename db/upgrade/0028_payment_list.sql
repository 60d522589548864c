-- The admins' list of payments shows claims and received money together, newest first, and each payment once.
create index payments_newest on public.payments (created_at desc, id desc);
create index received_listed on public.received_payments (created_at desc, id desc);
create index received_for_claim on public.received_payments (payment_id) where payment_id is not null;
-- Money that has not found yet what it pays.
create index received_unassigned on public.received_payments (created_at desc, id desc) where state = 'received';
