-- What an admin has answered about a bank's statements: what its words of status and direction mean, whether the day or the
-- month stands first in a date, and what separates the decimals.
alter table public.statement_layouts add column answers jsonb not null default '{}';
