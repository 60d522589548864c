-- The functions by which a transaction takes the rights of a person. What each admin may do is in the table of permissions,
-- src/shared/staff/permissions.ts: `auth.enter` gets it with every transaction of an admin.

-- The role of a session's person. It raises KK401 if the session is not valid (logged out, banned, deleted, expired), and
-- KK402 if it has to show a second factor: the person has one, or is an admin and the shop requires one of all admins.
-- The transaction is then void, with all statements that were sent after it.
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

-- For nodes of versions without staff roles, which know one kind of admin: they serve owners.
create function auth.enter(session uuid, person uuid, needed text) returns void language plpgsql as $$
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

-- Gives the transaction a customer's rights, for admins too. It works on connections that can take no other role.
create function auth.enter_customer(session uuid, person uuid) returns void language plpgsql as $$
begin
  perform auth.role_of(session, person);
  perform set_config('app.session', session::text, true), set_config('role', {{user:literal}}, true);
end $$;

-- Gives the transaction the server's rights, for an operation of this person that customers have no rights to.
create function auth.enter_server(session uuid, person uuid) returns void language plpgsql as $$
begin
  perform auth.role_of(session, person);
  perform set_config('app.session', session::text, true), set_config('role', {{service:literal}}, true);
end $$;

-- For the server itself (jobs, the auth server, visitors): no person.
create function auth.enter_service() returns void language plpgsql as $$
begin
  perform set_config('app.session', '', true), set_config('role', {{service:literal}}, true);
end $$;

-- For a service key: an admin without an account.
create function auth.enter_key() returns void language plpgsql as $$
begin
  perform set_config('app.session', '', true), set_config('app.permissions', '*', true),
          set_config('role', {{admin:literal}}, true);
end $$;

-- Those of the given sessions that are still valid, with the role of their person. The conditions are those of `role_of`,
-- written again because PostgreSQL does not inline a function with a subquery.
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
