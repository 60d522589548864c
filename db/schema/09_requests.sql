-- Requests for all products: domains, email addresses, hosting plans. A new product needs no table of its own. Customers
-- read their own rows. The server writes them, because a customer's role writes no prices and no payments.

create table public.requests (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  -- The product.
  kind text collate "C" not null,
  -- What is requested: the name, the address or the plan.
  subject text collate "C" not null,
  -- The status of the product, and the stage that all products share.
  status text not null,
  stage text collate "C" not null check (stage in ('asked', 'offered', 'suggested', 'rejected', 'active')),
  price numeric(15, 3) check (price >= 0),
  admin_feedback text,
  suggestions text[],
  details jsonb not null default '{}',
  -- A claim says that it was paid, or it is paid. Triggers write it.
  payment_confirmed boolean not null default false,
  -- Why the last payment claim was rejected, until there is another claim.
  claim_rejection text,
  -- The service that a renewal extends.
  renews uuid,
  -- Set while the request is open, if a customer may have only one open request for a subject.
  open_key text collate "C",
  -- The text that searches read. Triggers write it.
  search text collate "C" not null default '',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The shop's currency when it was made: the shop may change its own.
  currency text collate "C" not null default 'USD',
  -- When the payment was claimed that counts, or when it was paid without a claim. Triggers write it.
  claimed_since timestamptz(3)
);
create unique index requests_one_open on public.requests (user_id, kind, open_key);
create index requests_of_person on public.requests (user_id, kind, created_at desc, id desc);
create index requests_newest on public.requests (kind, created_at desc, id desc);
create index requests_by_status on public.requests (kind, status, created_at desc, id desc);
create index requests_of_subject on public.requests (kind, subject);
-- The filters by payment claim.
create index requests_claimed on public.requests (kind, created_at desc, id desc)
  where payment_confirmed and stage <> 'active';
create index requests_claimed_by_status on public.requests (kind, status, created_at desc, id desc)
  where payment_confirmed and stage <> 'active';
create index requests_unclaimed on public.requests (kind, created_at desc, id desc)
  where stage = 'offered' and not payment_confirmed;
-- The figures of the overview read these indexes and no rows.
create index requests_waiting on public.requests (kind, created_at) where stage = 'asked';
create index requests_counted on public.requests (kind, status);
create index requests_delivered on public.requests (id) where stage = 'active';
create index requests_claims on public.requests (kind, claimed_since, id)
  where payment_confirmed and stage <> 'active' and stage <> 'asked';
create index requests_renewing on public.requests (renews) where renews is not null;
-- The search of the admins finds the newest requests of all products.
create index requests_created on public.requests (created_at desc, id desc);
create index requests_search on public.requests using gin (search gin_trgm_ops)
  with (gin_pending_list_limit = 256);
alter table public.requests enable row level security;
create policy own on public.requests for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.requests to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.requests as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{*.write}')));
grant select on public.requests to {{user}};
grant select, insert, update on public.requests to {{admin}}, {{service}};

-- When each request had its first answer and became active, and by whom. Written in the transaction that does it. Without
-- a person the program did it. The figures read the index and no rows.
create table public.answer_times (
  request_id uuid primary key references public.requests,
  kind text collate "C" not null,
  arrived_at timestamptz(3) not null,
  answered_at timestamptz(3) not null,
  answered_by uuid,
  activated_at timestamptz(3),
  activated_by uuid,
  answer_seconds integer not null generated always as (greatest(0, extract(epoch from answered_at - arrived_at))::integer) stored,
  activation_seconds integer generated always as
    (case when activated_at is not null then greatest(0, extract(epoch from activated_at - arrived_at))::integer end) stored
);
create index answer_times_arrived on public.answer_times (arrived_at, request_id)
  include (kind, answer_seconds, answered_by, activation_seconds, activated_by);
alter table public.answer_times enable row level security;
create policy all_rows on public.answer_times to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.answer_times as restrictive to {{admin}}
  using (true) with check ((select auth.require_any('*.write')));
grant select, insert, update on public.answer_times to {{admin}}, {{service}};
