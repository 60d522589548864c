-- The mail that says an account is deleted is the last one with its address: its row goes once it was sent or given up.
alter table public.mails add column forget boolean not null default false;

delete from public.mails m
 where state <> 'waiting' and user_id is not null
   and not exists (select from auth.users u where u.id = m.user_id and u.deleted_at is null);
