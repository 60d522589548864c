-- The repeated call of a program is done once, as that of a person is. Its rows are those of its key, and only the
-- transactions of that key see them.

create policy keys on public.idempotency_keys to {{admin}}
  using (actor like 'key:%' and actor = current_setting('app.key', true))
  with check (actor like 'key:%' and actor = current_setting('app.key', true));
