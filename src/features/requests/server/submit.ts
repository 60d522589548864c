import type { Selectable, SqlBool } from 'kysely'
import { Refused } from '../../../platform/refusal.ts'
import { statement } from '../../../platform/server/database/statement.ts'
import type { Tables } from '../../../platform/server/database/tables.ts'
import type { Desk } from '../../../platform/server/http/context.ts'
import { profileIsComplete } from '../../accounts/profile.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { plansOf } from '../../settings/settings.ts'
import { isRefusal, type Kind } from '../kind.ts'
import { isOpen, stages } from '../life-cycle.ts'
import { placeRequest } from './place.ts'

/**
 * A customer asks for something. Gives the stored request.
 * Refuses what the product refuses to read, `PROFILE_INCOMPLETE`, `ALREADY_OWNED`, `ALREADY_REQUESTED`
 * and `TOO_MANY_OPEN`.
 */
export async function submitRequest<K extends Kind>(desk: Desk, kind: K, input: unknown) {
  const settings = await readSettings(desk.database)
  const plans = plansOf(settings)
  const most = settings['requests.mostOpen']
  const draft = kind.read(input as never, { plans })
  if (isRefusal(draft)) throw new Refused(draft.code)
  const person = desk.person()
  return desk.writeAsServer(async (tx) => {
    // One trip: what is found out about the asker takes back what was placed beside it.
    const asking = asker(tx.db, { person, kind: kind.name, name: draft.subject })
    const counting = most === null ? [] : beyond(tx.db, { person, kind: kind.name, others: most - 1 })
    const placing = placeRequest(tx, kind, person, draft)
    placing.catch(() => {})
    const [[profile], full] = await Promise.all([asking, counting])
    if (!profile || !profileIsComplete(profile)) throw new Refused('PROFILE_INCOMPLETE')
    if (kind.exclusive && profile.owned) throw new Refused('ALREADY_OWNED')
    if (full.length) throw new Refused('TOO_MANY_OPEN')
    return placing
  })
}

/** An open request of a kind beyond so many others of a customer's. Several at once may come to a few more. */
const beyond = statement<{ person: string; kind: string; others: number }, { id: string }>((db, slot) =>
  db
    .selectFrom('requests')
    .select('id')
    .where('user_id', '=', slot('person'))
    .where('kind', '=', slot('kind'))
    .where('stage', 'in', stages.filter(isOpen))
    .offset(slot('others'))
    .limit(1),
)

/** What has to be known of whoever asks: the profile, and whether they hold the name already. */
const asker = statement<
  { person: string; kind: string; name: string },
  Pick<Selectable<Tables['profiles']>, 'full_name' | 'country' | 'phone_number'> & { owned: SqlBool }
>((db, slot) =>
  db
    .selectFrom('profiles')
    .select(['full_name', 'country', 'phone_number'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('records')
          .select('id')
          .where('kind', '=', slot('kind'))
          .where('name', '=', slot('name'))
          .where('user_id', '=', slot('person'))
          .where('released_at', 'is', null),
      ).as('owned'),
    )
    .where('profiles.id', '=', slot('person')),
)
