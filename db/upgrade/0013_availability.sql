-- Responses of registries that the program could not interpret, without contact data. Admins label them. Responses that
-- differ only in the requested name share one row. A label alone changes no result.

create table public.unread_answers (
  id uuid primary key,
  suffix text collate "C" not null,
  name text collate "C" not null,
  source text collate "C" not null check (source in ('rdap', 'whois')),
  text text not null check (length(text) <= 8000),
  digest bytea not null,
  seen integer not null default 1,
  label text collate "C" check (label in ('available', 'taken', 'neither')),
  created_at timestamptz(3) not null default now(),
  unique (suffix, source, digest)
);
create index unread_answers_newest on public.unread_answers (created_at desc, id desc);
alter table public.unread_answers enable row level security;
create policy all_rows on public.unread_answers to {{admin}}, {{service}} using (true) with check (true);
grant select on public.unread_answers to {{admin}};
grant update (label) on public.unread_answers to {{admin}};
grant select, insert, update, delete on public.unread_answers to {{service}};
