-- The audit log becomes a chain, so that a row that was changed, moved or taken away shows, whoever did it; and the
-- figures of the overview get their indexes.
-- Rows are still inserted unchained, at no cost to whoever acts. A job seals them afterwards: each gets the next number
-- and a hash over the one before, itself, and salted digests of what stood before and after. What a row tells of a
-- person can thus be erased, salts included, and the chain still holds.

alter table public.audit_log
  add column seq bigint,
  add column before_salt bytea,
  add column before_digest bytea,
  add column after_salt bytea,
  add column after_digest bytea,
  add column hash bytea,
  -- The row that tells of the erasure, where what stood before and after is gone.
  add column erased_by uuid;
create unique index audit_sealed on public.audit_log (seq) where seq is not null;
create index audit_unsealed on public.audit_log (at, id) where seq is null;
create index audit_erased on public.audit_log (erased_by) where erased_by is not null;
create index audit_by_actor on public.audit_log (actor_id, at desc, id desc);
create index audit_by_action on public.audit_log (action, at desc, id desc);
create index audit_by_entity on public.audit_log (entity, at desc, id desc);

-- The end of the chain: its lock makes sealing one thing after the other, and shows when the last rows are cut off.
create table public.audit_head (
  slot boolean primary key default true check (slot),
  seq bigint not null,
  hash bytea not null
);
insert into public.audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
alter table public.audit_head enable row level security;
create policy all_rows on public.audit_head to {{service}} using (true) with check (true);
create policy look on public.audit_head for select to {{admin}} using (true);
grant select, update on public.audit_head to {{service}};
grant select on public.audit_head to {{admin}};

-- Nobody writes seals or times but the program itself, and not even that changes who did what.
revoke insert on public.audit_log from {{user}}, {{admin}}, {{service}};
grant insert (id, actor_id, actor_role, action, entity, entity_id, before, after)
  on public.audit_log to {{user}}, {{admin}}, {{service}};
grant update (seq, before_salt, before_digest, after_salt, after_digest, hash, before, after, erased_by)
  on public.audit_log to {{service}};

-- What waits, what expires, what was activated and what was paid, each from its index alone.
create index requests_waiting on public.requests (kind, created_at) where stage = 'asked';
create index records_started on public.records (started_at, kind);
create index records_ending on public.records (expires_at, kind) where released_at is null;
drop index public.records_expiring;
create index payments_claimed on public.payments (created_at) include (request_id, order_id, currency, amount)
  where state = 'claimed';
