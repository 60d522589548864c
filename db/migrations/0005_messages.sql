-- What visitors write to the shop in its contact form. Written by the program alone, for somebody who may be nobody
-- it knows; read and ticked off by admins.

create table public.messages (
  id uuid primary key,
  name text not null,
  email text not null,
  body text not null,
  state text collate "C" not null default 'new' check (state in ('new', 'read', 'answered')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index messages_newest on public.messages (created_at desc, id desc);
create index messages_by_state on public.messages (state, created_at desc, id desc);

alter table public.messages enable row level security;
create policy all_rows on public.messages to {{admin}}, {{service}} using (true) with check (true);
grant select on public.messages to {{admin}};
grant update (state, version, updated_at) on public.messages to {{admin}};
grant select, insert, update, delete on public.messages to {{service}};
