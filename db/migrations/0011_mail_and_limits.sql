-- Admins look mails up by the address they went to, and send a failed one again: never one that held a code. And what
-- is tried too often is counted for all nodes together, so that more nodes are not more guesses.

create index mails_of_recipient on public.mails (recipient, created_at desc, id desc);

drop policy again on public.mails;
create policy again on public.mails for update to {{admin}}
  using (state = 'failed' and not secret) with check (state = 'waiting');

-- How often something sensitive was tried, shared by all nodes. A crash may forget it, so nothing is written ahead.
-- Keys are hashes: whose they are is nobody's to read.
create unlogged table auth.tries (
  key bytea primary key,
  count integer not null,
  ends_at timestamptz(3) not null
);
create index tries_ended on auth.tries (ends_at);

-- Places from which an account was entered with its password: strangers who guess elsewhere don't shut its owner out.
create table auth.known_places (
  key bytea primary key,
  seen_at timestamptz(3) not null default now()
);
create index known_places_seen on auth.known_places (seen_at);

do $$ declare t text; begin
  foreach t in array array['tries', 'known_places'] loop
    execute format('alter table auth.%I enable row level security', t);
    execute format('create policy all_rows on auth.%I to {{service}} using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on auth.%I to {{service}}', t);
  end loop;
end $$;
