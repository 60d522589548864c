-- A phone number that needed no proof counts as confirmed though nobody has shown it, as e-mail addresses do: whoever
-- made the account must not keep a way in once the number's owner comes.
alter table auth.users add column phone_unseen boolean not null default false;

-- Whoever confirms by hand what an admin has made keeps the password that the admin gave it.
alter table auth.users add column made_by_admin boolean not null default false;

-- Two people have signed up with one address before its proof, each with a password: nobody knows whose mail confirms.
alter table auth.users add column password_doubted boolean not null default false;

-- Accounts that nobody has ever proved are looked for by their age.
create index users_never_proved on auth.users (created_at)
  where email_confirmed_at is null and phone_confirmed_at is null;
