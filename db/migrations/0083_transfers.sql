-- The codes with which customers move names here. A name that is moved is a request whose `details` have `transfer`.

create table public.transfer_codes (
  request_id uuid primary key references public.requests,
  user_id uuid not null references public.profiles,
  -- Sealed for the row. The row is deleted once the name is moved, or is not to be moved any more.
  sealed bytea not null,
  set_at timestamptz(3) not null
);
create index transfer_codes_of_person on public.transfer_codes (user_id);
alter table public.transfer_codes enable row level security;
create policy all_rows on public.transfer_codes to {{admin}}, {{service}} using (true) with check (true);
create policy staff_delete on public.transfer_codes as restrictive for delete to {{admin}}
  using ((select auth.require_any('services.write', 'requests.write')));
-- Nobody reads the sealed bytes but the server.
grant select (request_id, user_id, set_at), delete on public.transfer_codes to {{admin}};
grant select, insert, update, delete on public.transfer_codes to {{service}};
