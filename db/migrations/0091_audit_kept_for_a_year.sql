-- Whoever has the program's role or the settings can remove no entry of the audit log that is younger than a year.

-- From this moment on all entries stay. It is in UTC: in a time zone of the caller's choice a year can be days shorter.
create function public.audit_stays_from() returns timestamptz language sql stable set search_path = '' as $$
  select (now() at time zone 'UTC' - interval '1 year') at time zone 'UTC' $$;

drop policy removed on public.audit_log;
create policy removed on public.audit_log as restrictive for delete to {{service}}
  using (seq <= (select removed_seq from public.audit_head) and at < (select public.audit_stays_from()));

-- The beginning of the chain only moves forward, to the row whose hash it has, and past no row that stays.
create function public.check_audit_removal() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.removed_seq < old.removed_seq
     or not exists (select from public.audit_log where seq = new.removed_seq and hash = new.removed_hash)
     or exists (select from public.audit_log
                 where seq <= new.removed_seq and at >= (select public.audit_stays_from())) then
    raise exception 'the audit log can not begin after row %', new.removed_seq using errcode = 'KK422';
  end if;
  return new;
end $$;
create trigger check_removal before update on public.audit_head for each row
  when ((old.removed_seq, old.removed_hash) is distinct from (new.removed_seq, new.removed_hash))
  execute function public.check_audit_removal();

-- How long the log is kept is for an owner to say, as who the owners are.
create policy owner on public.settings as restrictive to {{admin}} using (true)
  with check (case when key = 'retention.audit' then (select auth.require_any(variadic '{staff.write}')) else true end);
