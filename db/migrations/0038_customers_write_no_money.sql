-- Customers' transactions run on connections of a log-in role that can become the customer's role and nothing else.
-- That role writes no money: requests, claims of payment, renewals and orders are written by the server's role.

-- The person of a transaction follows from the session, which is a secret. A person's id is none, so that a statement
-- that sets the setting itself finds nobody else's rows.
create or replace function auth.user_id() returns uuid language sql stable parallel safe
  security definer set search_path = '' as
$$ select user_id from auth.sessions where id = nullif(current_setting('app.session', true), '')::uuid $$;

-- The role of a session's person: KK401 where the session is gone (logged out, banned, deleted), KK402 where it has a
-- second factor to show.
create function auth.role_of(session uuid, person uuid) returns text language plpgsql stable
  security definer set search_path = '' as $$
declare r text; due boolean;
begin
  select coalesce(p.role, 'user'), s.aal = 'aal1'
         and (exists (select from auth.factors f where f.user_id = s.user_id and f.status = 'verified')
              or (p.role = 'admin' and exists (
                select from public.settings g where g.key = 'accounts.adminsNeedFactor' and g.value = 'true')))
    into r, due
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join public.profiles p on p.id = u.id
   where s.id = session and s.user_id = person and u.deleted_at is null
     and (u.banned_until is null or u.banned_until <= clock_timestamp())
     and (s.not_after is null or s.not_after > clock_timestamp());
  if not found then raise exception 'session gone' using errcode = 'KK401'; end if;
  if due then raise exception 'second factor needed' using errcode = 'KK402'; end if;
  return r;
end $$;

-- A person with the rights of the own role, on the server's connections. KK403 where the role is not the one needed.
create or replace function auth.enter(session uuid, person uuid, needed text) returns void language plpgsql as $$
declare r text := auth.role_of(session, person);
begin
  if needed is not null and needed <> r then raise exception 'role % needed', needed using errcode = 'KK403'; end if;
  perform set_config('app.session', session::text, true),
          set_config('role', case r when 'admin' then {{admin:literal}} else {{user:literal}} end, true);
end $$;

-- A person with a customer's rights, whatever the own role is. It works on every connection.
create function auth.enter_customer(session uuid, person uuid) returns void language plpgsql as $$
begin
  perform auth.role_of(session, person);
  perform set_config('app.session', session::text, true), set_config('role', {{user:literal}}, true);
end $$;

-- The server, for an act of this person's that customers have no rights to.
create function auth.enter_server(session uuid, person uuid) returns void language plpgsql as $$
begin
  perform auth.role_of(session, person);
  perform set_config('app.session', session::text, true), set_config('role', {{service:literal}}, true);
end $$;

create or replace function auth.enter_service() returns void language plpgsql as $$
begin
  perform set_config('app.session', '', true), set_config('role', {{service:literal}}, true);
end $$;

create or replace function auth.enter_key() returns void language plpgsql as $$
begin
  perform set_config('app.session', '', true), set_config('role', {{admin:literal}}, true);
end $$;

-- The person is now looked up, once for a statement instead of once for a row.
do $$ declare p record; begin
  for p in select * from pg_policies where schemaname in ('public', 'auth') and concat(qual, with_check) like '%auth.user_id()%' loop
    execute format('alter policy %I on %I.%I', p.policyname, p.schemaname, p.tablename)
      || coalesce(' using (' || replace(p.qual, 'auth.user_id()', '(select auth.user_id())') || ')', '')
      || coalesce(' with check (' || replace(p.with_check, 'auth.user_id()', '(select auth.user_id())') || ')', '');
  end loop;
end $$;

drop policy ask on public.requests;
drop policy claim on public.requests;
drop policy claim on public.payments;
drop policy own on public.receipts;
drop policy renew on public.records;
drop policy renew on public.renewals;
drop policy place on public.orders;
drop policy claim on public.orders;
drop policy place on public.order_lines;
create policy own on public.receipts for select to {{user}} using (user_id = (select auth.user_id()));

revoke all on public.requests, public.payments, public.receipts, public.records, public.renewals, public.orders,
  public.order_lines from {{user}};
grant select on public.requests, public.payments, public.receipts, public.records, public.renewals, public.orders,
  public.order_lines to {{user}};

-- An admin at a customer's endpoint has a customer's rights, and still acts as an admin.
drop policy write_own on public.audit_log;
create policy write_own on public.audit_log for insert to {{user}} with check (
  actor_id = (select auth.user_id())
  and (actor_role = 'user' or actor_role = (select role from public.profiles where id = auth.user_id())));
