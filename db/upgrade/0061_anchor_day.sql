-- The day of the month on which the periods of a record end. A period that began on the 31st ends on the last day of a
-- shorter month, and the next one on the 31st again.
alter table public.records add column anchor_day integer check (anchor_day between 1 and 31);

-- The present periods began with the record, or with its last renewal after an expiry. That day is the anchor where each
-- period since follows from the one before. Elsewhere, as after a corrected date, it is the day of the expiry.
with periods as (
  select r.id, 0 as n, r.started_at as began, coalesce(next.expired_at, r.expires_at) as ended, true as is_new
    from public.records r
    left join lateral (select expired_at from public.renewals where record_id = r.id and created_at >= r.started_at
                        order by record_version limit 1) next on true
   where r.expires_at is not null
  union all
  select r.id, w.record_version, case when follows.ok then w.expired_at else w.created_at end, w.expires_at, not follows.ok
    from public.records r
    join public.renewals w on w.record_id = r.id and w.created_at >= r.started_at
   cross join lateral (select w.expired_at at time zone 'UTC' as a, w.expires_at at time zone 'UTC' as b) utc
   cross join lateral (select coalesce(utc.a::time = utc.b::time and extract(day from utc.b) = least(extract(day from utc.a),
             extract(day from date_trunc('month', utc.b) + interval '1 month - 1 day')), false) as ok) follows
   where r.expires_at is not null
), judged as (
  select id, n, ended, began at time zone 'UTC' as began,
         max(n) filter (where is_new) over (partition by id) as first, max(n) over (partition by id) as last,
         (is_new or began = lag(ended) over (partition by id order by n))
           and extract(day from ended at time zone 'UTC') = least(extract(day from began at time zone 'UTC'),
             extract(day from date_trunc('month', ended at time zone 'UTC') + interval '1 month - 1 day')) as fits
    from periods
), proven as (
  select id, min(extract(day from began)) filter (where n = first) as anchor, max(ended) filter (where n = last) as ended
    from judged where n >= first group by id having bool_and(fits)
)
update public.records r set anchor_day = coalesce(
         (select anchor from proven where proven.id = r.id and proven.ended = r.expires_at),
         extract(day from r.expires_at at time zone 'UTC'))
 where expires_at is not null;

-- Keeps the anchor with every later change of an expiry: it stays where the new expiry is its day of that month.
create function public.keep_anchor_day() returns trigger language plpgsql set search_path = '' as $$
declare
  at timestamp := new.expires_at at time zone 'UTC';
  month_end integer := extract(day from date_trunc('month', at) + interval '1 month - 1 day');
begin
  if new.anchor_day is null or at is null or least(new.anchor_day, month_end) <> extract(day from at) then
    new.anchor_day := extract(day from at);
  end if;
  return new;
end $$;
create trigger keep_anchor_day before insert or update of expires_at on public.records
  for each row execute function public.keep_anchor_day();
