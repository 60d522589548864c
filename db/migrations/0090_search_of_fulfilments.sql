-- The list of what is done at registrars finds parts of names, as the other lists do. Every word of `search` follows a blank.

-- The extension may be in any schema.
select set_config('search_path', 'public, ' || quote_ident(nspname), true)
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
alter table public.fulfilments
  add column search text collate "C" not null generated always as (lower(' ' || target)) stored;
create index fulfilments_search on public.fulfilments using gin (search gin_trgm_ops);
