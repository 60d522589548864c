-- A customer's new row stands on the customer's own rows alone. The program asks for that too; here it holds whatever
-- the program forgets: a payment on somebody else's request would take the place of theirs, a renewal of somebody
-- else's record would keep them from renewing it.

drop policy claim on public.payments;
create policy claim on public.payments for insert to {{user}} with check (
  user_id = auth.user_id() and state = 'claimed'
  and (request_id is null
       or exists (select from public.requests r where r.id = payments.request_id and r.user_id = auth.user_id()))
  and (order_id is null
       or exists (select from public.orders o where o.id = payments.order_id and o.user_id = auth.user_id())));

drop policy renew on public.renewals;
create policy renew on public.renewals for insert to {{user}} with check (
  user_id = auth.user_id() and done_at is null and request_id is null
  and exists (select from public.records r where r.id = renewals.record_id and r.user_id = auth.user_id()));

drop policy ask on public.requests;
create policy ask on public.requests for insert to {{user}} with check (
  user_id = auth.user_id() and stage = 'asked' and not payment_confirmed and not paid and admin_feedback is null
  and (renews is null
       or exists (select from public.records r where r.id = requests.renews and r.user_id = auth.user_id())));

-- Customers write down what customers do, and tell of their own matters.
drop policy write_own on public.audit_log;
create policy write_own on public.audit_log for insert to {{user}}
  with check (actor_id = auth.user_id() and actor_role = 'user');

drop policy tell on public.events;
create policy tell on public.events for insert to {{user}}
  with check (user_id = auth.user_id() and not for_admins and not 'settings' = any (topics));
