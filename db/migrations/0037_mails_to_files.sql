-- Without a mail server mails are written into files and reach nobody: they are not shown as sent.
alter table public.mails add column to_file boolean not null default false;
grant select (to_file) on public.mails to {{admin}};
