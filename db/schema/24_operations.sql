-- Scheduled jobs and backups.

-- When each scheduled job is due, when it last ended well, and when and why it last failed. A node claims a job by moving
-- `due_at` to the end of its lease. A job whose last run failed has `failed_at` after `succeeded_at`.
create table public.jobs (
  name text collate "C" primary key,
  due_at timestamptz(3) not null,
  succeeded_at timestamptz(3),
  failed_at timestamptz(3),
  error text
);
alter table public.jobs enable row level security;
create policy all_rows on public.jobs to {{service}} using (true) with check (true);
-- The inbox shows admins which jobs fail, without the reason.
create policy read_all on public.jobs for select to {{admin}} using (true);
grant select, insert, update on public.jobs to {{service}};
grant select (name, succeeded_at, failed_at) on public.jobs to {{admin}};

-- The backups that were written, so that the operator sees the last good one. A row stays for a year, its file until newer
-- ones replace it.
create table public.backups (
  id uuid primary key,
  -- The folder or the bucket, and the name of the file in it.
  location text collate "C" not null,
  name text not null,
  -- By the schedule, not from the shell.
  scheduled boolean not null,
  sealed boolean not null,
  bytes bigint not null,
  -- The moment that its rows are from.
  taken_at timestamptz(3) not null,
  finished_at timestamptz(3) not null default now()
);
create index backups_newest on public.backups (taken_at desc);
alter table public.backups enable row level security;
create policy read_all on public.backups for select to {{admin}} using (true);
create policy all_rows on public.backups to {{service}} using (true) with check (true);
grant select on public.backups to {{admin}};
grant select, insert, delete on public.backups to {{service}};
