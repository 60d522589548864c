-- What an admin has open, so that others see it. The page renews its row while it is open, and an old row doesn't count.
create table public.presences (
  -- The page of the browser that has it open.
  page uuid primary key,
  entity text collate "C" not null,
  entity_id uuid not null,
  person uuid not null references public.profiles,
  seen_at timestamptz(3) not null
);
create index presences_of_person on public.presences (person);
alter table public.presences enable row level security;
create policy all_rows on public.presences to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.presences as restrictive to {{admin}}
  using (true) with check ((select auth.require_any('*.write')));
create policy staff_delete on public.presences as restrictive for delete to {{admin}}
  using ((select auth.require_any('*.write')));
grant select, insert, update, delete on public.presences to {{admin}}, {{service}};

-- When each request had its first answer and became active, and by whom. Written in the transaction that does it. Without
-- a person the program did it. The figures read the index and no rows.
create table public.answer_times (
  request_id uuid primary key references public.requests,
  kind text collate "C" not null,
  arrived_at timestamptz(3) not null,
  answered_at timestamptz(3) not null,
  answered_by uuid,
  activated_at timestamptz(3),
  activated_by uuid,
  answer_seconds integer not null generated always as (greatest(0, extract(epoch from answered_at - arrived_at))::integer) stored,
  activation_seconds integer generated always as 
    (case when activated_at is not null then greatest(0, extract(epoch from activated_at - arrived_at))::integer end) stored
);
create index answer_times_arrived on public.answer_times (arrived_at, request_id)
  include (kind, answer_seconds, answered_by, activation_seconds, activated_by);
alter table public.answer_times enable row level security;
create policy all_rows on public.answer_times to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.answer_times as restrictive to {{admin}}
  using (true) with check ((select auth.require_any('*.write')));
grant select, insert, update on public.answer_times to {{admin}}, {{service}};

-- The inbox shows admins which jobs fail, without the reason.
create policy read_all on public.jobs for select to {{admin}} using (true);
grant select (name, succeeded_at, failed_at) on public.jobs to {{admin}};

-- The requests of before, from the audit log: the first review that changed the status, and the first activation.
insert into public.answer_times (request_id, kind, arrived_at, answered_at, answered_by, activated_at, activated_by)
  select r.id, r.kind, r.created_at, answered.at, answered.actor_id, activated.at, activated.actor_id
    from (select distinct on (entity_id) entity_id, at, actor_id from public.audit_log
           where action in ('request.reviewed', 'request.activated') and before ->> 'status' <> after ->> 'status'
           order by entity_id, at) answered
    join public.requests r on r.id = answered.entity_id::uuid
    left join (select distinct on (entity_id) entity_id, at, actor_id from public.audit_log
                where action = 'request.activated'
                order by entity_id, at) activated on activated.entity_id = answered.entity_id;
