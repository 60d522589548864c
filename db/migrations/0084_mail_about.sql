-- The list of mails tells which name each one is about. The data of a mail, which say it too, are removed once it is sent.
alter table public.mails add column about text;
update public.mails set about = data ->> 'subject' where not secret and data ? 'subject';
grant select (about), insert (about) on public.mails to {{admin}};
