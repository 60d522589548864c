import { sql } from 'kysely'
import type { NameDifference } from '../names.contract.ts'

/** The service that the shop has sold under the name of a row of `registrar_names`. */
export const soldAs = sql`services.kind = 'domain' and services.name = registrar_names.name and services.released_at is null`

/**
 * How a row of `registrar_names` differs from the shop. A name begins when it is activated, so that the dates differ by days;
 * a renewal that is still to be carried out differs for a reason that is known.
 */
export const differenceOf = sql<NameDifference | null>`(
  select case
    when registrar_names.state in ('absent', 'elsewhere') then case when s.id is not null then 'gone' end
    when registrar_names.state is distinct from 'ours' then null
    when s.id is null then 'unknown'
    when s.expires_at > registrar_names.expires_at + interval '7 days'
     and not exists (select from renewals where service_id = s.id and done_at is null)
     and not exists (select from fulfilments f where f.target = registrar_names.name and f.state <> 'done' and f.decided_at is null)
      then 'sooner'
    when registrar_names.expires_at > s.expires_at + interval '60 days' then 'later'
    when registrar_names.nameservers <> '{}' and s.registry ? 'nameservers'
     and (select array_agg(lower(one) order by lower(one)) from jsonb_array_elements_text(s.registry -> 'nameservers') one)
         is distinct from (select array_agg(lower(one) order by lower(one)) from unnest(registrar_names.nameservers) one)
      then 'nameservers'
  end
  from (select 1) always left join services s
    on s.kind = 'domain' and s.name = registrar_names.name and s.released_at is null)`
