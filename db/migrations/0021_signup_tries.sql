-- Where addresses have to be proved, a password that was chosen for an address counts as "not confirmed yet" at the
-- log-in, whether a new account stands behind it or somebody's old one. Otherwise signing up and then logging in with
-- the same password would tell the two apart.

create table auth.signup_tries (
  address text collate "C" primary key,
  password_hash text not null,
  expires_at timestamptz(3) not null
);
create index signup_tries_age on auth.signup_tries (expires_at);
alter table auth.signup_tries enable row level security;
create policy all_rows on auth.signup_tries to {{service}} using (true) with check (true);
grant select, insert, update, delete on auth.signup_tries to {{service}};
