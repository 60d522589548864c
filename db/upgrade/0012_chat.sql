-- The chat: one conversation for each customer. Its row holds what lists and badges show, so that they count no lines. Each
-- side has a count of its lines and of the other side's lines that it has read. The unread count is the difference, so
-- that it stays right when several people write and read at the same time.

create table public.chat_conversations (
  user_id uuid primary key references public.profiles on delete cascade,
  customer_lines integer not null default 0,
  shop_lines integer not null default 0,
  read_by_customer integer not null default 0,
  read_by_shop integer not null default 0,
  waiting boolean not null generated always as (customer_lines > read_by_shop) stored,
  -- The last line, shortened for lists.
  last_excerpt text not null default '',
  last_by_shop boolean not null default false,
  last_at timestamptz(3) not null default clock_timestamp(),
  -- Closed by an admin until the customer writes again.
  closed boolean not null default false,
  -- The customer's lines in the minute since `burst_at`, against floods.
  burst_at timestamptz(3) not null default clock_timestamp(),
  burst_lines integer not null default 0,
  -- The text that searches read. Triggers write it.
  search text collate "C" not null default '',
  check (read_by_customer between 0 and shop_lines),
  check (read_by_shop between 0 and customer_lines)
);
create index chat_newest on public.chat_conversations (waiting desc, last_at desc, user_id desc);
create index chat_waiting on public.chat_conversations (last_at desc, user_id desc) where waiting;
create index chat_open on public.chat_conversations (waiting desc, last_at desc, user_id desc) where not closed;
create index chat_closed on public.chat_conversations (waiting desc, last_at desc, user_id desc) where closed;
alter table public.chat_conversations enable row level security;
-- A customer writes and reads for the customer's side only.
create policy own on public.chat_conversations for select to {{user}} using (user_id = (select auth.user_id()));
create policy insert_own on public.chat_conversations for insert to {{user}} with check (user_id = (select auth.user_id()));
create policy update_own on public.chat_conversations for update to {{user}}
  using (user_id = (select auth.user_id())) with check (user_id = (select auth.user_id()));
create policy all_rows on public.chat_conversations to {{admin}}, {{service}} using (true) with check (true);
grant select on public.chat_conversations to {{user}};
grant insert (user_id, customer_lines, last_excerpt, last_by_shop, last_at, burst_at, burst_lines)
  on public.chat_conversations to {{user}};
grant update (customer_lines, read_by_customer, last_excerpt, last_by_shop, last_at, closed, burst_at, burst_lines)
  on public.chat_conversations to {{user}};
grant select, insert, update, delete on public.chat_conversations to {{admin}}, {{service}};

-- A line is never changed. `place` is its number in the conversation: the row of the conversation is locked while a number
-- is given, so that there is no gap and no duplicate.
create table public.chat_lines (
  user_id uuid not null references public.chat_conversations on delete cascade,
  place integer not null,
  id uuid not null,
  by_shop boolean not null,
  -- Its number among the lines of its side.
  number integer not null,
  -- The admin who wrote it, and the name that the customer sees.
  author_id uuid,
  author_name text,
  body text not null check (length(body) between 1 and 4000),
  client_id uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, place)
);
-- The client's own id of the line: a repeated call finds the line instead of writing it twice.
create unique index chat_lines_once on public.chat_lines (user_id, by_shop, client_id);
create index chat_lines_of_author on public.chat_lines (author_id) where author_id is not null;
alter table public.chat_lines enable row level security;
create policy own on public.chat_lines for select to {{user}} using (user_id = (select auth.user_id()));
create policy insert_own on public.chat_lines for insert to {{user}}
  with check (user_id = (select auth.user_id()) and not by_shop and author_id is null and author_name is null);
create policy read_all on public.chat_lines for select to {{admin}} using (true);
create policy answer on public.chat_lines for insert to {{admin}} with check (by_shop);
create policy erase_author on public.chat_lines for update to {{admin}} using (by_shop) with check (author_name is null);
create policy all_rows on public.chat_lines to {{service}} using (true) with check (true);
grant select, insert on public.chat_lines to {{user}}, {{admin}};
grant update (author_name) on public.chat_lines to {{admin}};
grant select, insert, update, delete on public.chat_lines to {{service}};
