import type { Kysely } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { profileIsComplete, requiredColumns } from '../../../shared/profile.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { plansOf } from '../../settings/settings.ts'
import { isRefusal, type ProductDefinition } from '../../products/product-definition.ts'
import { isOpen, stages } from '../../products/life-cycle.ts'
import { placeRequest } from './place.ts'

/**
 * A customer asks for something. Gives the stored request.
 * Refuses what the product refuses to read, `PROFILE_INCOMPLETE`, `ALREADY_OWNED`, `ALREADY_REQUESTED`
 * and `TOO_MANY_OPEN`.
 */
export async function submitRequest(caller: CallerContext, product: ProductDefinition, input: unknown) {
  const settings = await readSettings(caller.database)
  const plans = plansOf(settings)
  const most = settings['requests.mostOpen']
  const draft = product.read(input, { plans })
  if (isRefusal(draft)) throw new Refused(draft.code)
  const person = caller.person()
  return caller.writeAsServer(async (tx) => {
    const profile = await asker(tx.db, { person, kind: product.name, name: draft.subject })
    if (!profile || !profileIsComplete(profile)) throw new Refused('PROFILE_INCOMPLETE')
    if (product.exclusive && profile.owned) throw new Refused('ALREADY_OWNED')
    if (most !== null && (await hasMoreThan(tx.db, { person, kind: product.name, others: most - 1 })))
      throw new Refused('TOO_MANY_OPEN')
    return placeRequest(tx, product, person, draft)
  })
}

/** Whether a customer has more open requests of a kind than so many. Several at once may come to a few more. */
const hasMoreThan = async (
  db: Kysely<Tables>,
  { person, kind, others }: { person: string; kind: string; others: number },
) =>
  Boolean(
    await db
      .selectFrom('requests')
      .select('id')
      .where('user_id', '=', person)
      .where('kind', '=', kind)
      .where('stage', 'in', stages.filter(isOpen))
      .offset(others)
      .limit(1)
      .executeTakeFirst(),
  )

/** What has to be known of whoever asks: the profile, and whether they hold the name already. */
const asker = (db: Kysely<Tables>, { person, kind, name }: { person: string; kind: string; name: string }) =>
  db
    .selectFrom('profiles')
    .select(requiredColumns)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('records')
          .select('id')
          .where('kind', '=', kind)
          .where('name', '=', name)
          .where('user_id', '=', person)
          .where('released_at', 'is', null),
      ).as('owned'),
    )
    .where('profiles.id', '=', person)
    .executeTakeFirst()
