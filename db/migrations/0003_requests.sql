-- One life cycle for every product: what a customer asked for, the payments claimed for it, and the record that
-- activation creates. A new product needs no table of its own; `kind` says which product a row belongs to.

create table public.requests (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  kind text collate "C" not null,
  -- What is asked for: the name, the address, the plan.
  subject text collate "C" not null,
  status text not null,
  -- Where the status stands in the life cycle that all products share.
  stage text collate "C" not null check (stage in ('asked', 'offered', 'suggested', 'rejected', 'active')),
  price numeric(12, 2) check (price >= 0),
  admin_feedback text,
  suggestions text[],
  details jsonb not null default '{}',
  payment_confirmed boolean not null default false,
  paid boolean not null default false,
  -- Why the last claim of payment was turned down, until there is another.
  claim_rejection text,
  -- The record that this request extends, where it asks for a renewal.
  renews uuid,
  -- Set while the request is open and its kind allows one open request for a subject.
  open_key text collate "C",
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index requests_one_open on public.requests (user_id, kind, open_key);
create index requests_of_person on public.requests (user_id, kind, created_at desc, id desc);
create index requests_newest on public.requests (kind, created_at desc, id desc);
create index requests_by_status on public.requests (kind, status, created_at desc, id desc);
create index requests_of_subject on public.requests (kind, subject);

-- The holder of a receipt: the key itself lets one customer use it and no other.
create table public.receipts (
  method text collate "C" not null,
  number text collate "C" not null,
  user_id uuid not null references public.profiles,
  created_at timestamptz(3) not null default now(),
  primary key (method, number),
  unique (method, number, user_id)
);

-- Claims of payment, with the amount of the offer they answer. A rejected one stays and gives its receipt free.
create table public.payments (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  request_id uuid references public.requests,
  payer_name text not null,
  receipt_number text not null,
  payment_method text not null,
  method text collate "C" not null,
  number text collate "C" not null,
  holds_method text collate "C" generated always as (case when state = 'claimed' then method end) stored,
  holds_number text collate "C" generated always as (case when state = 'claimed' then number end) stored,
  amount numeric(12, 2),
  currency text not null default 'USD',
  state text not null default 'claimed' check (state in ('claimed', 'rejected')),
  reason text,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  constraint payments_receipt_holder foreign key (holds_method, holds_number, user_id) references public.receipts (method, number, user_id)
);
create unique index payments_one_claim on public.payments (request_id) where state = 'claimed';
create index payments_of_request on public.payments (request_id, created_at desc);
create index payments_by_receipt on public.payments (number);
create index payments_holding on public.payments (holds_method, holds_number);

-- What a customer holds: a domain, an e-mail address, a hosting account. One record per request, ever.
create table public.records (
  id uuid primary key,
  user_id uuid not null references public.profiles,
  request_id uuid not null unique references public.requests,
  kind text collate "C" not null,
  name text collate "C" not null,
  -- A name or an address has one holder at a time; a plan has many.
  exclusive boolean not null,
  details jsonb not null default '{}',
  status text not null default 'active',
  started_at timestamptz(3) not null,
  expires_at timestamptz(3),
  released_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create unique index records_one_holder on public.records (kind, name) where exclusive and released_at is null;
create index records_of_person on public.records (user_id, kind, created_at desc, id desc);
create index records_by_kind on public.records (kind) where released_at is null;
create index records_expiring on public.records (expires_at) where released_at is null;

-- Every renewal once, and until an admin has renewed at the registrar as well, a task.
create table public.renewals (
  id uuid primary key,
  record_id uuid not null references public.records,
  user_id uuid not null references public.profiles,
  request_id uuid unique references public.requests,
  record_version integer not null,
  expired_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  done_by uuid,
  unique (record_id, record_version)
);
create index renewals_to_do on public.renewals (created_at desc, id desc) where done_at is null;

alter table public.requests enable row level security;
alter table public.receipts enable row level security;
alter table public.payments enable row level security;
alter table public.records enable row level security;
alter table public.renewals enable row level security;

-- A customer sees the own rows, asks without a price tag or a flag, and may change nothing but the claim's flags.
create policy own on public.requests for select to {{user}} using (user_id = auth.user_id());
create policy ask on public.requests for insert to {{user}}
  with check (user_id = auth.user_id() and stage = 'asked' and not payment_confirmed and not paid and admin_feedback is null);
create policy claim on public.requests for update to {{user}}
  using (user_id = auth.user_id() and stage = 'offered' and not payment_confirmed) with check (user_id = auth.user_id());
grant select on public.requests to {{user}};
grant insert (id, user_id, kind, subject, status, stage, price, details, renews, open_key) on public.requests to {{user}};
grant update (payment_confirmed, paid, claim_rejection, version, updated_at) on public.requests to {{user}};

create policy own on public.receipts to {{user}} using (user_id = auth.user_id()) with check (user_id = auth.user_id());
grant select, insert on public.receipts to {{user}};

create policy own on public.payments for select to {{user}} using (user_id = auth.user_id());
create policy claim on public.payments for insert to {{user}} with check (user_id = auth.user_id() and state = 'claimed');
grant select, insert on public.payments to {{user}};

create policy own on public.records for select to {{user}} using (user_id = auth.user_id());
create policy renew on public.records for update to {{user}}
  using (user_id = auth.user_id() and released_at is null and expires_at <= clock_timestamp())
  with check (user_id = auth.user_id());
grant select on public.records to {{user}};
grant update (expires_at, status, version) on public.records to {{user}};

create policy own on public.renewals for select to {{user}} using (user_id = auth.user_id());
create policy renew on public.renewals for insert to {{user}} with check (user_id = auth.user_id() and done_at is null);
grant select, insert on public.renewals to {{user}};

do $$ declare t text; begin
  foreach t in array array['requests', 'receipts', 'payments', 'records', 'renewals'] loop
    execute format('create policy all_rows on public.%I to {{admin}}, {{service}} using (true) with check (true)', t);
    execute format('grant select, insert, update on public.%I to {{admin}}, {{service}}', t);
  end loop;
end $$;
grant delete on public.receipts to {{admin}}, {{service}};

-- A customer's cart, mirrored from the devices it is filled on.
create table public.cart_items (
  user_id uuid not null references public.profiles,
  domain text collate "C" not null,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, domain)
);
alter table public.cart_items enable row level security;
create policy own on public.cart_items to {{user}} using (user_id = auth.user_id()) with check (user_id = auth.user_id());
create policy all_rows on public.cart_items to {{admin}}, {{service}} using (true) with check (true);
grant select, insert, delete on public.cart_items to {{user}}, {{admin}}, {{service}};
