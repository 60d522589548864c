-- The schemas and the extension of the database. The roles `user` (a customer), `admin` and `service` (the server)
-- cannot log in. A transaction takes one of them for its own length, so that row security applies to it.

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
