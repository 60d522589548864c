-- The inbox shows services whose customers lack what they need to use them. Most have it, so that the index is small.
create index services_mail_details on public.services (started_at, id)
  where kind = 'email' and released_at is null
    and not (facts ?& array['webmail'] or facts ?& array['imap_host', 'smtp_host']);
create index services_hosting_details on public.services (started_at, id)
  where kind = 'hosting' and released_at is null
    and not (facts ?& array['panel'] or facts ?& array['server'] or facts ?& array['ftp_host']);
