-- What each admin may do. The table of permissions is in src/shared/staff/permissions.ts; `auth.enter` gets it with every
-- transaction of an admin, and the policies below read the permissions of the transaction.

-- It counts for admins only. Admins from before this file are owners.
alter table public.profiles
  add column staff_role text collate "C" not null default 'owner'
    check (staff_role in ('owner', 'manager', 'support', 'finance', 'registrar', 'read-only'));

-- Whether the transaction has a permission, such as `payments.write`. `*.write` means any permission to write.
create function auth.may(needed text) returns boolean language sql stable as $$
  select case
    when current_setting('app.permissions', true) = '*' then true
    when needed = '*.write' then coalesce(current_setting('app.permissions', true), '') like '%.write %'
    else position(' ' || needed || ' ' in coalesce(current_setting('app.permissions', true), '')) > 0
  end $$;

-- For policies: true, or KK403. A policy that is false would hide the reason, and answer 500.
create function auth.require_any(variadic needed text[]) returns boolean language plpgsql stable as $$
begin
  if exists (select from unnest(needed) as one where auth.may(one)) then return true; end if;
  raise exception 'one of the permissions % is needed', needed using errcode = 'KK403';
end $$;

-- Gives the transaction the rights of the person's own role. Raises KK403 if `needed`, a permission, is not among those that
-- `staff`, the table of permissions, gives the person: {"support": ["requests.read", …], …}.
create function auth.enter(session uuid, person uuid, needed text, staff jsonb) returns void language plpgsql as $$
declare
  r text := auth.role_of(session, person);
  permissions jsonb := '[]';
begin
  if r = 'admin' then
    select coalesce(staff -> p.staff_role, '[]') into permissions from public.profiles p where p.id = person;
  end if;
  if needed is not null and not permissions ? needed then
    raise exception 'permission % needed', needed using errcode = 'KK403';
  end if;
  perform set_config('app.session', session::text, true),
          set_config('app.permissions',
                     (select coalesce(' ' || string_agg(one, ' ') || ' ', '') from jsonb_array_elements_text(permissions) as one),
                     true),
          set_config('role', case r when 'admin' then {{admin:literal}} else {{user:literal}} end, true);
end $$;

-- For nodes of the version before this file, which know one kind of admin: they serve owners.
create or replace function auth.enter(session uuid, person uuid, needed text) returns void language plpgsql as $$
declare r text := auth.role_of(session, person);
begin
  if needed is not null and needed <> r then raise exception 'role % needed', needed using errcode = 'KK403'; end if;
  if r = 'admin' then
    perform from public.profiles p where p.id = person and p.staff_role = 'owner';
    if not found then raise exception 'an owner needed' using errcode = 'KK403'; end if;
  end if;
  perform set_config('app.session', session::text, true),
          set_config('app.permissions', case r when 'admin' then '*' else '' end, true),
          set_config('role', case r when 'admin' then {{admin:literal}} else {{user:literal}} end, true);
end $$;

create or replace function auth.enter_key() returns void language plpgsql as $$
begin
  perform set_config('app.session', '', true), set_config('app.permissions', '*', true),
          set_config('role', {{admin:literal}}, true);
end $$;

-- The live streams end when the role of their person changes.
drop function auth.good_sessions(uuid[]);
create function auth.good_sessions(sessions uuid[]) returns table (session uuid, role text, staff_role text)
  language sql stable as $$
  select s.id, coalesce(p.role, 'user'), case when p.role = 'admin' then p.staff_role end
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.profiles p on p.id = u.id
   where s.id = any (sessions) and u.deleted_at is null
     and (u.banned_until is null or u.banned_until <= clock_timestamp())
     and (s.not_after is null or s.not_after > clock_timestamp())
     and not (s.aal = 'aal1'
         and (exists (select from auth.factors f where f.user_id = s.user_id and f.status = 'verified')
              or (p.role = 'admin' and exists (
                select from public.settings g where g.key = 'accounts.adminsNeedFactor' and g.value = 'true'))))
$$;

-- Restrictive policies come on top of those that each table has. They leave reading alone: a row that is locked and not
-- changed needs no permission. Events, the audit log and the keys of repeated calls stay open to all admins, because
-- reading leaves rows there too.
do $$
declare
  guarded record;
  check_once constant text := '((select auth.require_any(variadic %L::text[])))';
begin
  for guarded in
    select * from (values
      ('cart_items', '{*.write}', '{*.write}'), ('mails', '{*.write}', null), ('inbox_takes', '{*.write}', '{*.write}'),
      ('webhook_endpoints', '{settings.write}', '{settings.write}'), ('webhook_secrets', '{settings.write}', '{settings.write}'),
      ('webhook_deliveries', '{settings.write}', null), ('api_keys', '{staff.write}', null),
      ('record_notes', '{services.write}', '{services.write}'),
      ('customer_notes', '{customers.write}', '{customers.write}'),
      ('order_lines', '{*.write}', null), ('orders', '{*.write}', null), ('records', '{*.write}', null),
      ('renewals', '{*.write}', null), ('requests', '{*.write}', null),
      ('chat_conversations', '{messages.write}', '{messages.write}'),
      ('chat_lines', '{messages.write}', null), ('messages', '{messages.write}', null),
      ('unread_answers', '{operations.write}', null),
      ('settings', '{settings.write}', null), ('logos', '{settings.write}', '{settings.write}'),
      ('message_secrets', '{settings.write}', '{settings.write}'),
      ('profiles', '{staff.write}', null),
      ('received_payments', '{payments.write}', null), ('received_balances', '{payments.write}', null),
      ('statement_layouts', '{payments.write}', null), ('refunds', '{payments.write}', null),
      ('papers', '{payments.write}', null), ('paper_numbers', '{payments.write}', null),
      ('charge_taxes', '{payments.write}', null), ('customer_taxes', '{payments.write}', null),
      -- A claim says that somebody has paid, so who acts for a customer may make it. It is decided by others.
      ('receipts', '{payments.write,customers.write}', '{payments.write}')
    ) as list (name, to_write, to_delete)
  loop
    execute format('create policy staff on public.%I as restrictive to {{admin}} using (true) with check ' || check_once,
                   guarded.name, guarded.to_write);
    if guarded.to_delete is not null then
      execute format('create policy staff_delete on public.%I as restrictive for delete to {{admin}} using ' || check_once,
                     guarded.name, guarded.to_delete);
    end if;
  end loop;
end $$;
create policy staff_claim on public.payments as restrictive for insert to {{admin}}
  with check ((select auth.require_any('payments.write', 'customers.write')));
create policy staff_decide on public.payments as restrictive for update to {{admin}}
  using (true) with check ((select auth.require_any('payments.write')));
-- An offer opens a charge, so setting a price writes it. That money has come in is for others to say.
create policy staff on public.charges as restrictive to {{admin}} using (true)
  with check (case when state = 'paid' or settled > 0 then (select auth.require_any('payments.write'))
                   else (select auth.require_any('*.write')) end);

create or replace function public.post_to_ledger(source_kind text, source_id uuid, act text, at timestamptz, entries jsonb)
  returns boolean language plpgsql security definer set search_path = '' as $$
declare posting bigint;
begin
  if current_setting('role') = {{admin:literal}} then perform auth.require_any('payments.write'); end if;
  insert into public.ledger_postings (at, source_kind, source_id, act)
    values (post_to_ledger.at, post_to_ledger.source_kind, post_to_ledger.source_id, post_to_ledger.act)
    on conflict do nothing returning id into posting;
  if posting is null then return false; end if;
  insert into public.ledger_entries (posting_id, at, account, user_id, amount, currency)
    select posting, post_to_ledger.at, e.account, e.user_id, e.amount, e.currency
      from jsonb_to_recordset(entries) as e (account text, user_id uuid, amount numeric, currency text);
  if not found or exists (select from public.ledger_entries e where e.posting_id = posting
                           group by e.currency having sum(e.amount) <> 0) then
    raise exception 'the posting % of % % does not balance', act, source_kind, source_id using errcode = 'KK422';
  end if;
  return true;
end $$;
