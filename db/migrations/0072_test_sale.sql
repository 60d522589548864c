-- A test sale: a request with which an owner tries the shop. It goes the way of any other one, but no money ever counts for
-- it: its charge is never paid, so it has no invoice and no posting. One press removes it with all that belongs to it.
alter table public.requests add column is_test boolean not null default false;
-- One at a time.
create unique index requests_one_test on public.requests ((true)) where is_test;
alter table public.charges add column is_test boolean not null default false;
alter table public.charges add constraint charges_test_unpaid
  check (not is_test or (state <> 'paid' and settled = 0 and not activate));

-- Removes the test sale, of which no role may delete the rows. It returns the customer whose lists have changed, or null
-- where there is none. It never removes what an invoice, a posting or received money refers to.
create function public.remove_test_sale() returns uuid language plpgsql security definer set search_path = '' as $$
declare
  request uuid;
  person uuid;
  held uuid[];
begin
  if current_setting('role') = {{admin:literal}} then perform auth.require_any('requests.write'); end if;
  select r.id, r.user_id into request, person from public.requests r where r.is_test for update;
  if request is null then return null; end if;
  if exists (select from public.charges c where c.request_id = request
              and (exists (select from public.invoices p where p.charge_id = c.id)
                or exists (select from public.allocations a where a.charge_id = c.id)
                or exists (select from public.ledger_postings l where l.source_id = c.id))) then
    raise exception 'money counts for the test sale %', request using errcode = 'KK422';
  end if;
  select coalesce(array_agg(r.id), '{}') into held from public.services r where r.request_id = request;
  if exists (select from public.renewals n where n.service_id = any (held))
     or exists (select from public.requests r where r.renews = any (held)) then
    raise exception 'the service of the test sale % was renewed', request using errcode = 'KK422';
  end if;
  -- A receipt that nothing else claims is free again.
  with gone as (delete from public.claims c where c.request_id = request returning c.user_id, c.method, c.number)
  delete from public.receipts t using gone
   where t.user_id = gone.user_id and t.method = gone.method and t.number = gone.number
     and not exists (select from public.claims o where o.request_id is distinct from request
                      and o.user_id = t.user_id and o.method = t.method and o.number = t.number);
  delete from public.charge_taxes where charge_id in (select id from public.charges where request_id = request);
  delete from public.charges where request_id = request;
  delete from public.service_secrets where service_id = any (held);
  delete from public.service_notes where service_id = any (held);
  delete from public.expiry_steps where service_id = any (held);
  delete from public.renewal_offers where service_id = any (held);
  delete from public.services where id = any (held);
  delete from public.answer_times where request_id = request;
  delete from public.inbox_takes where id = request;
  delete from public.inbox_arrivals where item_id = request;
  delete from public.presences where entity_id = request or entity_id = any (held);
  delete from public.events where entity_id = request or entity_id = any (held);
  delete from public.requests where id = request;
  return person;
end $$;
revoke execute on function public.remove_test_sale from public;
grant execute on function public.remove_test_sale to {{admin}}, {{service}};
