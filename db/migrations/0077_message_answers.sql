-- What admins have answered to messages of the contact form. Each is sent as a mail, whose row is deleted after 90 days.
create table public.message_answers (
  id uuid primary key,
  message_id uuid not null references public.messages on delete cascade,
  -- The admin who wrote it, and the name at that time.
  author_id uuid,
  author_name text,
  body text not null check (length(body) between 1 and 5000),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index message_answers_of_message on public.message_answers (message_id, created_at, id);
create index message_answers_of_author on public.message_answers (author_id) where author_id is not null;
alter table public.message_answers enable row level security;
create policy read_all on public.message_answers for select to {{admin}} using (true);
create policy answer on public.message_answers for insert to {{admin}} with check (true);
create policy erase_author on public.message_answers for update to {{admin}} using (true) with check (author_name is null);
create policy all_rows on public.message_answers to {{service}} using (true) with check (true);
create policy staff on public.message_answers as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{messages.write}')));
grant select, insert on public.message_answers to {{admin}};
grant update (author_name) on public.message_answers to {{admin}};
grant select, insert, update, delete on public.message_answers to {{service}};

-- A message that was only read waits from now on until it is answered. What was read long ago stays out of the inbox.
update public.messages set state = 'answered', version = version + 1
 where state = 'read' and updated_at < now() - interval '14 days';
