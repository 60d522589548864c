-- The inbox and the counts of what waits read only what waits, however much there has been. What these lists are sorted and
-- filtered by is in the row of the request or order. Triggers keep it equal to its sources.

-- When the payment was claimed that counts, and what the shop owes the customer of an order, as `amountOwed` computes it.
alter table public.requests add column claimed_since timestamptz(3);
alter table public.orders
  add column claimed_since timestamptz(3),
  add column owed numeric(15, 3) not null default 0 check (owed >= 0);

create function public.owed_for_order(o public.orders) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce((
    select greatest(0, p.amount
             - case when o.status = 'cancelled' then 0
                    else (select coalesce(sum(l.price), 0) from public.order_lines l where l.order_id = o.id and l.state <> 'gone') end
             - (select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id))
      from public.payments p
     where p.order_id = o.id and p.state = 'claimed'
       and (o.status = 'cancelled' and o.payment_confirmed
            or exists (select from public.order_lines l where l.order_id = o.id and l.state = 'gone'))), 0)
$$;
revoke execute on function public.owed_for_order from public;

create function public.set_owed_of_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.owed := public.owed_for_order(new);
  return new;
end $$;
create trigger set_owed before update of status, payment_confirmed on public.orders
  for each row execute function public.set_owed_of_order();

create function public.update_owed_of_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set owed = public.owed_for_order(o)
   where o.id = new.order_id and o.owed <> public.owed_for_order(o);
  return null;
end $$;
create trigger update_owed after insert or update of state, amount on public.payments
  for each row when (new.order_id is not null) execute function public.update_owed_of_order();
create trigger update_owed after insert on public.refunds
  for each row when (new.order_id is not null) execute function public.update_owed_of_order();
create trigger update_owed after update of state on public.order_lines
  for each row when ('gone' in (old.state, new.state)) execute function public.update_owed_of_order();

create function public.update_claimed_since() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.requests set claimed_since = new.created_at where id = new.request_id;
  update public.orders set claimed_since = new.created_at where id = new.order_id;
  return null;
end $$;
create trigger update_claimed_since after insert or update of state, created_at on public.payments
  for each row when (new.state = 'claimed') execute function public.update_claimed_since();

update public.requests r set claimed_since = p.created_at from public.payments p
 where p.request_id = r.id and p.state = 'claimed' and r.payment_confirmed and r.stage not in ('active', 'asked');
update public.orders o set claimed_since = p.created_at from public.payments p
 where p.order_id = o.id and p.state = 'claimed' and o.payment_confirmed and o.status = 'pending';
update public.orders o set owed = public.owed_for_order(o)
 where o.id in (select id from public.orders where status = 'cancelled' and payment_confirmed
                union all select order_id from public.order_lines where state = 'gone');

create index requests_claims on public.requests (kind, claimed_since, id)
  where payment_confirmed and stage <> 'active' and stage <> 'asked';
create index orders_claims on public.orders (claimed_since, id) where payment_confirmed and status = 'pending';
create index orders_owed on public.orders (updated_at, id) where owed > 0;
drop index public.orders_cancelled_paid, public.order_lines_gone;

-- Amounts due by a day, and the requests that renew a record.
create index charges_due on public.charges (due_on, id) where state = 'open' and due_on is not null;
create index requests_renewing on public.requests (renews) where renews is not null;
-- The search of the admins finds the newest requests of all products.
create index requests_created on public.requests (created_at desc, id desc);
