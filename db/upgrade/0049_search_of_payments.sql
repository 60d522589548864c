-- The list of payments finds a part of a payer's name, of a phone number, and an amount.
do $$
declare
  extension_schema name;
begin
  select nspname into extension_schema
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
  execute format('create index payments_payer on public.payments using gin (lower(payer_name) %I.gin_trgm_ops)',
                 extension_schema);
  execute format('create index received_payer on public.received_payments using gin (lower(payer_name) %I.gin_trgm_ops)',
                 extension_schema);
  execute format('create index received_phone on public.received_payments
                    using gin (regexp_replace(payer_phone, ''\D'', '''', ''g'') %I.gin_trgm_ops)', extension_schema);
end $$;
create index payments_amount on public.payments (amount);
create index received_amount on public.received_payments (amount);
