-- The business's logo lives in the database, so that every node serves it. Its address is the hash of its bytes: what
-- stands at an address never changes.
create table public.logos (
  hash text collate "C" primary key,
  type text collate "C" not null check (type in ('png', 'jpg', 'webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 65536),
  created_at timestamptz(3) not null default now()
);
alter table public.logos enable row level security;
create policy all_rows on public.logos to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, delete on public.logos to {{admin}}, {{service}};

-- What changes for the shop itself, such as its name and prices, is everybody's news: open pages follow it, also those
-- that were cut off meanwhile. Nobody but admins and the program can tell such a thing: the policy `tell` asks for an
-- owner.
create policy of_the_shop on public.events for select to {{user}} using (user_id is null and not for_admins);
