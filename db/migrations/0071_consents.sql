-- Who has accepted which version of the shop's terms and privacy notice, and when: proof that is asked for in a dispute. The
-- version is that of the setting, whose texts the audit log keeps.
create table public.consents (
  user_id uuid not null references public.profiles,
  document text collate "C" not null check (document in ('terms', 'privacy')),
  version integer not null,
  -- The language in which the text was shown.
  language text collate "C",
  given_at timestamptz(3) not null,
  primary key (user_id, document, version)
);
alter table public.consents enable row level security;
create policy own on public.consents for select to {{user}} using (user_id = (select auth.user_id()));
create policy read_all on public.consents for select to {{admin}} using (true);
create policy all_rows on public.consents to {{service}} using (true) with check (true);
grant select on public.consents to {{user}}, {{admin}};
grant select, insert, delete on public.consents to {{service}};
