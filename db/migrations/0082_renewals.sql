-- Services that renew themselves, where their customer has said so.

alter table public.services add column auto_renew boolean not null default false;
