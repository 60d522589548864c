-- Where the operator asks for no proof an address counts as confirmed though nobody has shown the mailbox. Once somebody
-- does, by a code or at a provider, whoever made the account before must not keep a way in.
alter table auth.users add column email_unseen boolean not null default false;
