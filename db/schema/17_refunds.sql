-- What the shop owes customers back, and what it has paid back or kept as their credit.

-- What is owed back is paid back or kept as the customer's credit, whole or in part. A refund of credit belongs to no
-- order, and a kept amount has no payment.
create table public.refunds (
  id uuid primary key,
  order_id uuid,
  user_id uuid not null,
  amount numeric(15, 3) not null check (amount > 0),
  currency text not null default 'USD',
  method text,
  reference text,
  -- The day of the payment, as the admin entered it.
  paid_on date,
  -- The version of the order that the admin saw: one refund for each.
  order_version integer,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  kept boolean not null default false,
  foreign key (order_id, user_id) references public.orders (id, user_id),
  unique (order_id, order_version),
  constraint refunds_paid_or_kept check (num_nulls(method, reference, paid_on) = case when kept then 3 else 0 end),
  constraint refunds_of_order_or_credit
    check (num_nulls(order_id, order_version) in (0, 2) and (order_id is not null or not kept))
);
create index refunds_of_person on public.refunds (user_id);
-- One payment of the shop is recorded once.
create unique index refunds_of_credit on public.refunds (user_id, method, reference) where order_id is null;
-- The admins' list of payments shows what was paid back beside what came in, newest first.
create index refunds_paid_back on public.refunds (created_at desc, id desc) where not kept;
alter table public.refunds enable row level security;
create policy own on public.refunds for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.refunds to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.refunds as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write}')));
grant select on public.refunds to {{user}};
grant select, insert on public.refunds to {{admin}}, {{service}};

-- What was paid for an order, as far as it is known: a claim that is open says it, and its settlement does not change it.
create function public.paid_for_order(paid_for uuid) returns numeric language sql stable set search_path = '' as $$
  select coalesce((select amount from public.claims where order_id = paid_for and state = 'settled' and c.state is distinct from 'open'),
                  case when c.state = 'paid' then c.amount end,
                  (select amount from public.claims where order_id = paid_for and state = 'open'))
    from (select paid_for) o left join public.charges c on c.order_id = o.paid_for
$$;

-- What the shop owes the customer of an order: what was paid for it, less what is delivered, less what was paid back.
create function public.owed_for_order(o public.orders) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce((
    select greatest(0, public.paid_for_order(o.id)
             - case when o.status = 'cancelled' then 0
                    else (select coalesce(sum(l.price), 0) from public.order_lines l where l.order_id = o.id and l.state <> 'gone') end
             - (select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id))
     where o.status = 'cancelled' and o.payment_confirmed
        or exists (select from public.order_lines l where l.order_id = o.id and l.state = 'gone')), 0)
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
create trigger update_owed after insert or update of state, amount on public.claims
  for each row when (new.order_id is not null) execute function public.update_owed_of_order();
create trigger update_owed after update of state, amount on public.charges
  for each row when (new.order_id is not null) execute function public.update_owed_of_order();
create trigger update_owed after insert on public.refunds
  for each row when (new.order_id is not null) execute function public.update_owed_of_order();
create trigger update_owed after update of state on public.order_lines
  for each row when ('gone' in (old.state, new.state)) execute function public.update_owed_of_order();
