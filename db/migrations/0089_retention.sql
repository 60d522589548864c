-- The owner says how long the audit log is kept. Its chain then begins after the last removed row, whose hash stays.

alter table public.audit_head
  add column removed_seq bigint not null default 0,
  add column removed_hash bytea not null default decode(repeat('00', 32), 'hex');

-- Only rows before the beginning can be deleted.
create policy removed on public.audit_log as restrictive for delete to {{service}}
  using (seq <= (select removed_seq from public.audit_head));
grant delete on public.audit_log to {{service}};
