-- A customer may correct or withdraw a claim while nobody has decided it.
alter table public.claims
  drop constraint claims_state_check,
  add constraint claims_state_check check (state in ('open', 'settled', 'short', 'rejected', 'withdrawn')),
  -- Rises with each correction, so that nobody decides on what they have not read.
  add column version integer not null default 1;
