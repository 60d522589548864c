-- What admins note about a customer. Customers never see it. A note is never changed, and its author may delete it.
create table public.customer_notes (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  -- The admin. Null: a service key.
  author_id uuid,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index customer_notes_of_person on public.customer_notes (user_id, created_at desc, id desc);
alter table public.customer_notes enable row level security;
create policy read_all on public.customer_notes for select to {{admin}} using (true);
create policy write_own on public.customer_notes for insert to {{admin}}
  with check (author_id is not distinct from (select auth.user_id()));
create policy delete_own on public.customer_notes for delete to {{admin}} using (author_id = (select auth.user_id()));
create policy all_rows on public.customer_notes to {{service}} using (true) with check (true);
grant select, insert, delete on public.customer_notes to {{admin}}, {{service}};

-- The payments of one customer, and the mails.
drop index public.received_of_person;
create index received_of_person on public.received_payments (user_id, created_at desc, id desc) where user_id is not null;
create index payments_of_person on public.payments (user_id, created_at desc, id desc);
drop index public.mails_of_person;
create index mails_of_person on public.mails (user_id, created_at desc, id desc);
-- The search of the admins finds what begins with the typed text: names that are held, and numbers of papers.
create index records_by_name on public.records (name) where released_at is null;
create index papers_by_name on public.papers (name);
