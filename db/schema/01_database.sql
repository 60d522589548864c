-- The schemas and the extension of the database, and what its policies ask. The roles `user` (a customer), `admin` and
-- `service` (the server) cannot log in. A transaction takes one of them for its own length, so that row security applies to
-- it.
--
-- Each file of this folder has one subject: its tables with their constraints, indexes, row security and rights, then its
-- functions and triggers.

create schema auth;
grant usage on schema auth to {{user}}, {{admin}}, {{service}};
grant usage on schema public to {{user}}, {{admin}}, {{service}};
revoke create on schema public from public;

-- Searches need trigram indexes. The extension may already be in another schema.
do $$ begin
  if not exists (select from pg_extension where extname = 'pg_trgm') then
    create extension pg_trgm with schema public;
  end if;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise exception 'The database needs the extension pg_trgm: run this in it as an administrator, and start again: create extension pg_trgm;'
    using errcode = 'KK500';
end $$;

-- Until the end of this transaction: indexes name the operators of the extension without its schema.
select set_config('search_path', 'public, ' || quote_ident(nspname), true)
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';

-- Whether the transaction has a permission, such as `payments.write`. `*.write` means any permission to write.
create function auth.may(needed text) returns boolean language sql stable as $$
  select case
    when current_setting('app.permissions', true) = '*' then true
    when needed = '*.write' then coalesce(current_setting('app.permissions', true), '') like '%.write %'
    else position(' ' || needed || ' ' in coalesce(current_setting('app.permissions', true), '')) > 0
  end $$;

-- For policies: true, or KK403. A policy that is false would hide the reason, and answer 500. The restrictive policies `staff`
-- come on top of those that each table has. They leave reading alone: a row that is locked and not changed needs no
-- permission. Events, the audit log and the keys of repeated calls stay open to all admins, because reading leaves rows
-- there too.
create function auth.require_any(variadic needed text[]) returns boolean language plpgsql stable as $$
begin
  if exists (select from unnest(needed) as one where auth.may(one)) then return true; end if;
  raise exception 'one of the permissions % is needed', needed using errcode = 'KK403';
end $$;
