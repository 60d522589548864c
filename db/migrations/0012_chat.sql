-- The shop's own live chat: one conversation for each customer. Its row carries what lists and marks need, so that
-- neither counts lines. How many lines each side has written and how many of the other's it has read are counted in
-- that row alone; what is unread is their difference and can't drift, whoever writes or reads at the same time.

create table public.chat_conversations (
  user_id uuid primary key references public.profiles on delete cascade,
  customer_lines integer not null default 0,
  shop_lines integer not null default 0,
  -- Of the other side's lines, how many have been seen.
  read_by_customer integer not null default 0,
  read_by_shop integer not null default 0,
  waiting boolean not null generated always as (customer_lines > read_by_shop) stored,
  -- The last line, cut short for lists.
  last_excerpt text not null default '',
  last_by_shop boolean not null default false,
  last_at timestamptz(3) not null default clock_timestamp(),
  -- Set aside by an admin until the customer writes again.
  closed boolean not null default false,
  -- The minute that the customer's lines are being counted in, against floods.
  burst_at timestamptz(3) not null default clock_timestamp(),
  burst_lines integer not null default 0,
  check (read_by_customer between 0 and shop_lines),
  check (read_by_shop between 0 and customer_lines)
);
create index chat_newest on public.chat_conversations (waiting desc, last_at desc, user_id desc);
create index chat_waiting on public.chat_conversations (last_at desc, user_id desc) where waiting;

-- Lines are written once and never changed. A line's place is its number in the conversation; the conversation's row
-- is locked while it is given out, so that places have no gap and no double.
create table public.chat_lines (
  user_id uuid not null references public.chat_conversations on delete cascade,
  place integer not null,
  id uuid not null,
  by_shop boolean not null,
  -- Its number among the lines of its side.
  number integer not null,
  -- The admin who wrote it, and the name that the customer was shown.
  author_id uuid,
  author_name text,
  body text not null check (length(body) between 1 and 4000),
  client_id uuid,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (user_id, place)
);
-- The writer's own name for an attempt: a second attempt finds its line instead of writing another.
create unique index chat_lines_once on public.chat_lines (user_id, by_shop, client_id);
create index chat_lines_of_author on public.chat_lines (author_id) where author_id is not null;

alter table public.chat_conversations enable row level security;
alter table public.chat_lines enable row level security;

-- A customer opens the own conversation, writes for the own side and reads for it; what the shop has written and read
-- is not theirs to change.
create policy own on public.chat_conversations for select to {{user}} using (user_id = auth.user_id());
create policy open on public.chat_conversations for insert to {{user}} with check (user_id = auth.user_id());
create policy go_on on public.chat_conversations for update to {{user}}
  using (user_id = auth.user_id()) with check (user_id = auth.user_id());
grant select on public.chat_conversations to {{user}};
grant insert (user_id, customer_lines, last_excerpt, last_by_shop, last_at, burst_at, burst_lines)
  on public.chat_conversations to {{user}};
grant update (customer_lines, read_by_customer, last_excerpt, last_by_shop, last_at, closed, burst_at, burst_lines)
  on public.chat_conversations to {{user}};

create policy own on public.chat_lines for select to {{user}} using (user_id = auth.user_id());
create policy write on public.chat_lines for insert to {{user}}
  with check (user_id = auth.user_id() and not by_shop and author_id is null and author_name is null);
grant select, insert on public.chat_lines to {{user}};

create policy all_rows on public.chat_conversations to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, update, delete on public.chat_conversations to {{admin}}, {{service}};

create policy read_all on public.chat_lines for select to {{admin}} using (true);
create policy answer on public.chat_lines for insert to {{admin}} with check (by_shop);
grant select, insert on public.chat_lines to {{admin}};
grant update (author_name) on public.chat_lines to {{admin}};
create policy forget_author on public.chat_lines for update to {{admin}} using (by_shop) with check (author_name is null);
create policy all_rows on public.chat_lines to {{service}} using (true) with check (true);
grant select, insert, update, delete on public.chat_lines to {{service}};
