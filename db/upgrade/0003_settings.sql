-- The settings of the shop, and its logo.

-- Values that replace the defaults of the program.
create table public.settings (
  key text collate "C" primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid
);
alter table public.settings enable row level security;
create policy all_rows on public.settings to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, update on public.settings to {{admin}}, {{service}};

-- The logo is stored in the database, so that every node serves it. Its URL contains the hash of its bytes: the content
-- of a URL never changes.
create table public.logos (
  hash text collate "C" primary key,
  type text collate "C" not null check (type in ('png', 'jpg', 'webp')),
  bytes bytea not null check (octet_length(bytes) between 1 and 65536),
  created_at timestamptz(3) not null default now()
);
alter table public.logos enable row level security;
create policy all_rows on public.logos to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, delete on public.logos to {{admin}}, {{service}};
