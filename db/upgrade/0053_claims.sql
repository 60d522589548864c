-- A claim is a note of the customer about a charge, and only the charge says what is paid. A claim is open until money or an
-- admin settles it, or it is rejected. What pays a charge without a claim makes none.
drop trigger update_owed on public.payments;
drop trigger update_claimed_since on public.payments;
drop function public.update_claimed_since;
alter table public.payments rename to claims;
alter table public.claims
  drop constraint payments_state_check, drop constraint payments_receipt_holder,
  drop column holds_method, drop column holds_number,
  alter column state set default 'open';
drop index public.payments_one_claim, public.payments_one_claim_of_order, public.payments_one_claim_of_renewal,
  public.payments_claimed;
-- What was delivered before there were charges counts as paid.
update public.claims p set state = case when coalesce(
    (select c.state = 'paid' from public.charges c
      where c.request_id = p.request_id or c.order_id = p.order_id or c.renewal_id = p.renewal_id),
    (select r.stage = 'active' from public.requests r where r.id = p.request_id),
    (select o.status = 'completed' from public.orders o where o.id = p.order_id))
  then 'settled' else 'open' end
 where state = 'claimed';
alter table public.claims
  add constraint claims_state_check check (state in ('open', 'settled', 'short', 'rejected')),
  add column holds_method text collate "C" generated always as (case when state in ('open', 'settled') then method end) stored,
  add column holds_number text collate "C" generated always as (case when state in ('open', 'settled') then number end) stored,
  add constraint claims_receipt_holder foreign key (holds_method, holds_number, user_id)
    references public.receipts (method, number, user_id);
alter table public.claims rename constraint payments_pkey to claims_pkey;
alter table public.claims rename constraint payments_for_one to claims_for_one;
alter index public.payments_of_request rename to claims_of_request;
alter index public.payments_of_order rename to claims_of_order;
alter index public.payments_of_renewal rename to claims_of_renewal;
alter index public.payments_by_receipt rename to claims_by_receipt;
alter index public.payments_newest rename to claims_newest;
alter index public.payments_of_person rename to claims_of_person;
alter index public.payments_payer rename to claims_payer;
alter index public.payments_amount rename to claims_amount;
create index claims_holding on public.claims (holds_method, holds_number);
create unique index claims_one on public.claims (request_id) where state in ('open', 'settled');
create unique index claims_one_of_order on public.claims (order_id) where state in ('open', 'settled');
create unique index claims_one_of_renewal on public.claims (renewal_id) where state in ('open', 'settled');
-- Those that wait.
create index claims_open on public.claims (created_at, id) where state = 'open';

-- `payment_confirmed` of the specification, for the indexes of the lists: somebody says that it was paid, or it is paid.
-- Nothing but this trigger writes it. `claimed_since` is when the claim was made, or when it was paid without one.
create function public.update_payment_confirmed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  claimed timestamptz;
  paid timestamptz;
begin
  -- What has no price has no charge that counts, and an admin settles its claim.
  select max(created_at) into claimed from public.claims
   where (request_id = new.request_id or order_id = new.order_id)
     and (state = 'open' or state = 'settled' and not exists (
       select from public.charges c
        where (c.request_id = new.request_id or c.order_id = new.order_id) and c.state <> 'void'));
  select paid_at into paid from public.charges
   where state = 'paid' and (request_id = new.request_id or order_id = new.order_id);
  update public.requests
     set payment_confirmed = coalesce(claimed, paid) is not null,
         claimed_since = coalesce(claimed, case when payment_confirmed then claimed_since end, paid, claimed_since)
   where id = new.request_id
     and (payment_confirmed <> (coalesce(claimed, paid) is not null) or claimed_since is distinct from claimed and claimed is not null);
  update public.orders
     set payment_confirmed = coalesce(claimed, paid) is not null,
         claimed_since = coalesce(claimed, case when payment_confirmed then claimed_since end, paid, claimed_since)
   where id = new.order_id
     and (payment_confirmed <> (coalesce(claimed, paid) is not null) or claimed_since is distinct from claimed and claimed is not null);
  return null;
end $$;
create trigger update_payment_confirmed after insert or update of state, created_at on public.claims
  for each row when (new.renewal_id is null) execute function public.update_payment_confirmed();
create trigger update_payment_confirmed after insert or update of state on public.charges
  for each row when (new.renewal_id is null) execute function public.update_payment_confirmed();
-- Whether a request counts as paid follows from its claims, its charge and its stage.
alter table public.requests drop column paid;

-- What was paid for an order, as far as it is known: a claim that is open says it, and its settlement does not change it.
create function public.paid_for_order(paid_for uuid) returns numeric language sql stable set search_path = '' as $$
  select coalesce((select amount from public.claims where order_id = paid_for and state = 'settled' and c.state is distinct from 'open'),
                  case when c.state = 'paid' then c.amount end,
                  (select amount from public.claims where order_id = paid_for and state = 'open'))
    from (select paid_for) o left join public.charges c on c.order_id = o.paid_for
$$;
-- What the shop owes the customer of an order: what was paid for it, less what is delivered, less what was paid back.
create or replace function public.owed_for_order(o public.orders) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce((
    select greatest(0, public.paid_for_order(o.id)
             - case when o.status = 'cancelled' then 0
                    else (select coalesce(sum(l.price), 0) from public.order_lines l where l.order_id = o.id and l.state <> 'gone') end
             - (select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id))
     where o.status = 'cancelled' and o.payment_confirmed
        or exists (select from public.order_lines l where l.order_id = o.id and l.state = 'gone')), 0)
$$;
create trigger update_owed after insert or update of state, amount on public.claims
  for each row when (new.order_id is not null) execute function public.update_owed_of_order();
create trigger update_owed after update of state, amount on public.charges
  for each row when (new.order_id is not null) execute function public.update_owed_of_order();
