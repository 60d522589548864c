-- Requests for all products: domains, e-mail addresses, hosting plans. A new product needs no table of its own. Customers
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
  price numeric(12, 2) check (price >= 0),
  admin_feedback text,
  suggestions text[],
  details jsonb not null default '{}',
  payment_confirmed boolean not null default false,
  paid boolean not null default false,
  -- Why the last payment claim was rejected, until there is another claim.
  claim_rejection text,
  -- The record that a renewal extends.
  renews uuid,
  -- Set while the request is open, if a customer may have only one open request for a subject.
  open_key text collate "C",
  -- The text that searches read. Triggers write it.
  search text collate "C" not null default '',
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
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
alter table public.requests enable row level security;
create policy own on public.requests for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.requests to {{admin}}, {{service}} using (true) with check (true);
grant select on public.requests to {{user}};
grant select, insert, update on public.requests to {{admin}}, {{service}};
