-- What an ending asks of the holder of a name beside the profile, such as the number of a company, as its customer has
-- answered it: for the name, because a customer may hold one for a company and another one for a person.

create table public.holder_details (
  user_id uuid not null references public.profiles,
  name text collate "C" not null,
  -- By the ids of the questions of the settings.
  answers jsonb not null,
  set_at timestamptz(3) not null,
  primary key (user_id, name)
);
alter table public.holder_details enable row level security;
create policy own on public.holder_details for select to {{user}} using (user_id = (select auth.user_id()));
create policy all_rows on public.holder_details to {{admin}}, {{service}} using (true) with check (true);
create policy staff on public.holder_details as restrictive to {{admin}} using (true)
  with check ((select auth.require_any('customers.write')));
grant select on public.holder_details to {{user}};
-- The staff answers for a customer who says it on the phone.
grant select, insert, update on public.holder_details to {{admin}};
grant select, insert, update, delete on public.holder_details to {{service}};
