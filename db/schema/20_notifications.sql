-- How each of the staff is called to work that waits in the inbox, and each call.

create table public.notification_choices (
  user_id uuid primary key references public.profiles,
  -- A tone in open pages.
  sound boolean not null default false,
  -- Mails: null for never, 0 for at once, otherwise how many minutes the work of one mail is collected.
  mail_minutes integer check (mail_minutes between 0 and 1440),
  text_by text collate "C" check (text_by in ('sms', 'whatsapp')),
  -- The kinds of the inbox whose arrival calls.
  kinds text[] not null,
  -- Whether what is nearly late and taken by nobody calls, whatever its kind.
  late boolean not null default true,
  -- The days (1 is Monday) and the minutes of the day, in the shop's zone, in which somebody is called. Null: always.
  days integer[] not null default '{1,2,3,4,5,6,7}',
  from_minute integer check (from_minute between 0 and 1439),
  to_minute integer check (to_minute between 0 and 1439),
  check ((from_minute is null) = (to_minute is null)),
  -- What waited before calls nobody.
  since timestamptz(3) not null default clock_timestamp()
);
alter table public.notification_choices enable row level security;
create policy own on public.notification_choices to {{admin}}
  using (user_id = (select auth.user_id())) with check (user_id = (select auth.user_id()));
create policy all_rows on public.notification_choices to {{service}} using (true) with check (true);
create policy staff on public.notification_choices as restrictive to {{admin}} using (true)
  with check (user_id = (select auth.user_id()));
grant select, insert, update on public.notification_choices to {{admin}};
grant select, insert, update, delete on public.notification_choices to {{service}};

-- The browser of a session, for Web Push (RFC 8030). It is gone with its session, so a log-out ends it.
create table public.push_subscriptions (
  id uuid primary key,
  session_id uuid not null unique references auth.sessions on delete cascade,
  user_id uuid not null references public.profiles,
  -- One browser has one endpoint, whichever account is logged in.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index push_subscriptions_of_person on public.push_subscriptions (user_id);
alter table public.push_subscriptions enable row level security;
create policy read_own on public.push_subscriptions for select to {{admin}} using (user_id = (select auth.user_id()));
create policy all_rows on public.push_subscriptions to {{service}} using (true) with check (true);
grant select (id, session_id, user_id, created_at) on public.push_subscriptions to {{admin}};
grant select, insert, update, delete on public.push_subscriptions to {{service}};

-- The keys by which push services know this server (RFC 8292).
create table public.vapid_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  sealed bytea not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
alter table public.vapid_keys enable row level security;
create policy all_rows on public.vapid_keys to {{service}} using (true) with check (true);
grant select, insert, update, delete on public.vapid_keys to {{service}};

-- One row for each arrival, person, channel and browser.
create table public.staff_notifications (
  -- Receivers get it with each attempt, and tell a repeated one by it.
  id uuid primary key,
  arrival_id uuid not null references public.inbox_arrivals on delete cascade,
  user_id uuid not null references public.profiles,
  channel text collate "C" not null check (channel in ('push', 'mail', 'text')),
  -- The browser of a push. Null of other channels.
  subscription_id uuid references public.push_subscriptions on delete cascade,
  -- Because it was nearly late, and not because it came.
  is_late boolean not null default false,
  -- `gone`: it did not wait any more.
  state text collate "C" not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'gone')),
  attempts integer not null default 0,
  -- The time of the next attempt. A node moves it forward before it sends, so that no other node sends meanwhile.
  due_at timestamptz(3) not null,
  -- The call is useless after this time.
  expires_at timestamptz(3) not null,
  reason text,
  created_at timestamptz(3) not null default clock_timestamp(),
  sent_at timestamptz(3),
  unique nulls not distinct (arrival_id, user_id, channel, subscription_id)
);
create index staff_notifications_due on public.staff_notifications (due_at) where state = 'waiting';
create index staff_notifications_of_person on public.staff_notifications (user_id);
create index staff_notifications_of_subscription on public.staff_notifications (subscription_id);
alter table public.staff_notifications enable row level security;
create policy all_rows on public.staff_notifications to {{service}} using (true) with check (true);
grant select, insert, update, delete on public.staff_notifications to {{service}};
