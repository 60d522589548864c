-- When each scheduled job is due. A node claims a job by moving due_at to the end of its lease.
create table public.jobs (
  name text collate "C" primary key,
  due_at timestamptz(3) not null
);
alter table public.jobs enable row level security;
create policy all_rows on public.jobs to {{service}} using (true) with check (true);
grant select, insert, update on public.jobs to {{service}};
