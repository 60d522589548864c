-- Claims of customers to have paid, the receipts that they name, and the photos of these. Customers read their own rows.

-- The customer who has used a receipt. The primary key lets no other customer use it.
create table public.receipts (
  method text collate "C" not null,
  number text collate "C" not null,
  user_id uuid not null references public.profiles,
  created_at timestamptz(3) not null default now(),
  primary key (method, number),
  unique (method, number, user_id)
);
alter table public.receipts enable row level security;
create policy own on public.receipts for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.receipts to {{admin}}, {{service}} using (true) with check (true);
-- A claim says that somebody has paid, so who acts for a customer may make it. It is decided by others.
create policy staff on public.receipts as restrictive to {{admin}} using (true)
  with check ((select auth.require_any(variadic '{payments.write,customers.write}')));
create policy staff_delete on public.receipts as restrictive for delete to {{admin}}
  using ((select auth.require_any(variadic '{payments.write}')));
grant select on public.receipts to {{user}};
grant select, insert, update, delete on public.receipts to {{admin}}, {{service}};

-- A claim is a note of the customer about a charge, and only the charge says what is paid. A claim is open until money or an
-- admin settles it, or it is rejected; until then the customer may correct or withdraw it. What pays a charge without a
-- claim makes none. The receipt of a claim that does not count any more can be used again. The table was `payments` once, as
-- the names of its foreign keys say.
create table public.claims (
  id uuid primary key,
  user_id uuid not null constraint payments_user_id_fkey references public.profiles,
  request_id uuid constraint payments_request_id_fkey references public.requests,
  order_id uuid constraint payments_order_id_fkey references public.orders,
  payer_name text not null,
  -- As the customer typed them, and normalised for comparison.
  receipt_number text not null,
  payment_method text not null,
  method text collate "C" not null,
  number text collate "C" not null,
  -- With the amount of the offer.
  amount numeric(15, 3),
  currency text not null default 'USD',
  -- `short`: its money paid only a part, so that the customer can claim the payment of the rest.
  state text not null default 'open' check (state in ('open', 'settled', 'short', 'rejected', 'withdrawn')),
  reason text,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  renewal_id uuid constraint payments_renewal_id_fkey references public.renewals,
  holds_method text collate "C" generated always as (case when state in ('open', 'settled') then method end) stored,
  holds_number text collate "C" generated always as (case when state in ('open', 'settled') then number end) stored,
  -- Rises with each correction, so that nobody decides on what they have not read.
  version integer not null default 1,
  -- A message that a customer pasted in place of a receipt number, which was read out of it. Admins see it beside the claim.
  -- It is erased with the account.
  receipt_text text check (length(receipt_text) <= 2000),
  constraint claims_for_one check (num_nonnulls(request_id, order_id, renewal_id) = 1),
  constraint claims_receipt_holder foreign key (holds_method, holds_number, user_id)
    references public.receipts (method, number, user_id)
);
create index claims_of_request on public.claims (request_id, created_at desc);
create index claims_of_order on public.claims (order_id, created_at desc);
create index claims_by_receipt on public.claims (number);
-- The admins' list of payments shows claims and received money together, newest first, and each payment once.
create index claims_newest on public.claims (created_at desc, id desc);
create index claims_of_renewal on public.claims (renewal_id, created_at desc) where renewal_id is not null;
create index claims_of_person on public.claims (user_id, created_at desc, id desc);
create index claims_amount on public.claims (amount);
create index claims_holding on public.claims (holds_method, holds_number);
create unique index claims_one on public.claims (request_id) where state in ('open', 'settled');
create unique index claims_one_of_order on public.claims (order_id) where state in ('open', 'settled');
create unique index claims_one_of_renewal on public.claims (renewal_id) where state in ('open', 'settled');
create index claims_open on public.claims (created_at, id) where state = 'open';
create index claims_payer on public.claims using gin (lower(payer_name) gin_trgm_ops);
alter table public.claims enable row level security;
create policy own on public.claims for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.claims to {{admin}}, {{service}} using (true) with check (true);
create policy staff_claim on public.claims as restrictive for insert to {{admin}}
  with check ((select auth.require_any('payments.write', 'customers.write')));
create policy staff_decide on public.claims as restrictive for update to {{admin}}
  using (true) with check ((select auth.require_any('payments.write')));
grant select on public.claims to {{user}};
grant select, insert, update on public.claims to {{admin}}, {{service}};

-- The photo of a receipt that a customer adds to a claim. Admins see it; it proves nothing. Deleted 90 days after the claim
-- was decided.
create table public.claim_photos (
  claim_id uuid primary key references public.claims on delete cascade,
  user_id uuid not null references public.profiles,
  -- A JPEG, drawn again by the program.
  bytes bytea not null,
  created_at timestamptz(3) not null default now()
);
create index claim_photos_of_person on public.claim_photos (user_id);
alter table public.claim_photos enable row level security;
-- A customer reads which of their claims have one.
create policy own on public.claim_photos for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.claim_photos to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.claim_photos as restrictive to {{admin}} using ((select auth.require_any('payments.read')))
  with check (false);
grant select (claim_id, user_id) on public.claim_photos to {{user}};
grant select on public.claim_photos to {{admin}};
grant select, insert, update, delete on public.claim_photos to {{service}};

-- `payment_confirmed` of the specification, for the indexes of the lists: somebody says that it was paid, or it is paid.
-- Nothing but this trigger writes it. `claimed_since` is when the claim was made, or when it was paid without one.
create function public.update_payment_confirmed() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  claimed timestamptz;
  paid timestamptz;
begin
  -- What has no price has no charge that counts, and an admin settles its claim.
  select max(created_at) into claimed from public.claims
   where (request_id = new.request_id or order_id = new.order_id)
     and (state = 'open' or state = 'settled' and not exists (
       select from public.charges c
        where (c.request_id = new.request_id or c.order_id = new.order_id) and c.state <> 'void'));
  select paid_at into paid from public.charges
   where state = 'paid' and (request_id = new.request_id or order_id = new.order_id);
  update public.requests
     set payment_confirmed = coalesce(claimed, paid) is not null,
         claimed_since = coalesce(claimed, case when payment_confirmed then claimed_since end, paid, claimed_since)
   where id = new.request_id
     and (payment_confirmed <> (coalesce(claimed, paid) is not null) or claimed_since is distinct from claimed and claimed is not null);
  update public.orders
     set payment_confirmed = coalesce(claimed, paid) is not null,
         claimed_since = coalesce(claimed, case when payment_confirmed then claimed_since end, paid, claimed_since)
   where id = new.order_id
     and (payment_confirmed <> (coalesce(claimed, paid) is not null) or claimed_since is distinct from claimed and claimed is not null);
  return null;
end $$;
create trigger update_payment_confirmed after insert or update of state, created_at on public.claims
  for each row when (new.renewal_id is null) execute function public.update_payment_confirmed();
create trigger update_payment_confirmed after insert or update of state on public.charges
  for each row when (new.renewal_id is null) execute function public.update_payment_confirmed();
