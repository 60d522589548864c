-- Claims of one status have an index of their own: where there are none, the rows of that status were all read through
-- to find that out.

create index requests_claimed_by_status on public.requests (kind, status, created_at desc, id desc)
  where payment_confirmed and stage <> 'active';
