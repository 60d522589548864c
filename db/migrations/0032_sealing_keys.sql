-- Second factors are sealed with a key of their own: losing the key that signs tokens, or changing it, must not shut
-- everybody with a second factor out.

-- Which key has sealed the secret. Null: one that was derived from the signing key; the start of the server seals such
-- a row anew, and gives recovery codes the key of their digests as a sealed secret.
alter table auth.factors add column sealed_by text collate "C";

-- Only with a foreign database: beside the embedded one the key is a file of the data folder.
create table auth.sealing_keys (
  slot text collate "C" primary key,
  secret bytea not null check (octet_length(secret) >= 32),
  created_at timestamptz(3) not null default now()
);
alter table auth.sealing_keys enable row level security;
create policy all_rows on auth.sealing_keys to {{service}} using (true) with check (true);
grant select, insert, update, delete on auth.sealing_keys to {{service}};
