-- The audit log: who did what, with the row before and after. A transaction inserts its rows without a seal. A job then
-- gives each row the next number and a hash over the row before, itself, and salted digests of `before` and `after`: a row
-- that is changed, moved or removed breaks the chain. Personal data in `before` and `after` can be erased together with
-- the salts, and the chain stays valid.

create table public.audit_log (
  id uuid primary key,
  at timestamptz(3) not null default clock_timestamp(),
  actor_id uuid,
  actor_role text not null,
  action text collate "C" not null,
  entity text collate "C" not null,
  entity_id text collate "C",
  before jsonb,
  after jsonb,
  seq bigint,
  before_salt bytea,
  before_digest bytea,
  after_salt bytea,
  after_digest bytea,
  hash bytea,
  -- The row that reports the erasure, if `before` and `after` were erased.
  erased_by uuid
);
create index audit_at on public.audit_log (at desc, id desc);
create index audit_of_entity on public.audit_log (entity, entity_id, at desc);
create index audit_by_entity on public.audit_log (entity, at desc, id desc);
create index audit_by_action on public.audit_log (action, at desc, id desc);
create index audit_by_actor on public.audit_log (actor_id, at desc, id desc);
create index audit_by_actor_and_action on public.audit_log (actor_id, action, at desc, id desc);
create unique index audit_sealed on public.audit_log (seq) where seq is not null;
create index audit_unsealed on public.audit_log (at, id) where seq is null;
create index audit_erased on public.audit_log (erased_by) where erased_by is not null;
alter table public.audit_log enable row level security;
-- An admin who uses a customer's endpoint has a customer's rights, and is logged as an admin.
create policy insert_own on public.audit_log for insert to {{user}} with check (
  actor_id = (select auth.user_id())
  and (actor_role = 'user' or actor_role = (select role from public.profiles where id = auth.user_id())));
create policy all_rows on public.audit_log to {{admin}}, {{service}} using (true) with check (true);
-- No role writes the time. Only the server writes seals, and it cannot change who did what.
grant insert (id, actor_id, actor_role, action, entity, entity_id, before, after)
  on public.audit_log to {{user}}, {{admin}}, {{service}};
grant select on public.audit_log to {{admin}}, {{service}};
grant update (seq, before_salt, before_digest, after_salt, after_digest, hash, before, after, erased_by)
  on public.audit_log to {{service}};

-- The end of the chain. Its lock makes sealing sequential, and its number shows if the last rows were removed.
create table public.audit_head (
  slot boolean primary key default true check (slot),
  seq bigint not null,
  hash bytea not null
);
insert into public.audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
alter table public.audit_head enable row level security;
create policy read_all on public.audit_head for select to {{admin}} using (true);
create policy all_rows on public.audit_head to {{service}} using (true) with check (true);
grant select on public.audit_head to {{admin}};
grant select, update on public.audit_head to {{service}};
