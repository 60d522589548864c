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
