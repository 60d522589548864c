-- The admins' list of payments shows what was paid back beside what came in, newest first.
create index refunds_paid_back on public.refunds (created_at desc, id desc) where not kept;
