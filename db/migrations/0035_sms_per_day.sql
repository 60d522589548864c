-- Codes by SMS cost money for each one, and thieves earn by having many sent to numbers of their own. All nodes
-- together send so many a day; admins see how many, and which countries were asked for in vain.

create table public.sms_days (
  -- In UTC.
  day date primary key,
  sent integer not null default 0,
  -- When the first one was refused since the day was full.
  full_at timestamptz(3),
  refused_countries text[] not null default '{}'
);

alter table public.sms_days enable row level security;
create policy see on public.sms_days for select to {{admin}} using (true);
create policy all_rows on public.sms_days to {{service}} using (true) with check (true);
grant select on public.sms_days to {{admin}};
grant select, insert, update, delete on public.sms_days to {{service}};
