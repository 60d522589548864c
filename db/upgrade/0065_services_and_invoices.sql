-- What was sold is a service, and a numbered document is an invoice, in the database as on the screens.
alter table public.records rename to services;
alter table public.record_notes rename to service_notes;
alter table public.record_secrets rename to service_secrets;
alter table public.renewals rename column record_id to service_id;
alter table public.renewals rename column record_version to service_version;
alter table public.renewal_offers rename column record_id to service_id;
alter table public.expiry_steps rename column record_id to service_id;
alter table public.service_notes rename column record_id to service_id;
alter table public.service_secrets rename column record_id to service_id;
alter table public.papers rename to invoices;
alter table public.paper_numbers rename to invoice_numbers;

-- The names of constraints and indexes follow.
do $$
declare
  renamed record;
begin
  for renamed in
    select c.conrelid::regclass as owner, c.conname as old,
           replace(replace(c.conname, 'record', 'service'), 'paper', 'invoice') as new
      from pg_catalog.pg_constraint c
     where c.connamespace = 'public'::regnamespace and c.conname ~ '(^|_)(record|paper)s?_'
  loop
    execute format('alter table %s rename constraint %I to %I', renamed.owner, renamed.old, renamed.new);
  end loop;
  for renamed in
    select c.oid::regclass as owner, replace(replace(c.relname, 'record', 'service'), 'paper', 'invoice') as new
      from pg_catalog.pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and c.relname ~ '(^|_)(record|paper)s?(_|$)'
  loop
    execute format('alter index %s rename to %I', renamed.owner, renamed.new);
  end loop;
end $$;

alter function public.set_search_of_record() rename to set_search_of_service;
create or replace function public.update_search_of_customer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.requests set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.orders set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.services set search = new.search || substr(search, length(old.search) + 1) where user_id = new.id;
  update public.chat_conversations set search = new.search where user_id = new.id;
  return null;
end $$;

-- The data of mails, also of those that still wait.
update public.mails
   set data = (data - 'record' - 'paper')
              || jsonb_strip_nulls(jsonb_build_object('service', data -> 'record', 'invoice', data -> 'paper'))
 where data ?| array['record', 'paper'];
