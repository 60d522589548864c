import type { CallerContext } from '../../../server/http/context.ts'
import { decimalOf } from '../../../shared/money/money.ts'
import { endingOf } from '../../catalogue/catalogue.ts'
import { capabilitiesOf } from '../../fulfilment/server/accounts.ts'
import { accountFor } from '../../fulfilment/server/open-fulfilment.ts'
import { type ChangeKind, changeKinds } from '../../fulfilment/states.ts'
import { termAt } from '../../requests/server/renewals/registry-term.ts'
import { restorePriceOf } from '../../requests/server/renewals/renewal-price.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { nameActs } from '../domains.contract.ts'

/** What is known of a name at its registry, and what its holder may do with it. Null where no registrar is connected. */
export async function registryOf(
  { database, now }: Pick<CallerContext, 'database' | 'now'>,
  person: string,
  service: string,
) {
  const settings = await readSettings(database)
  return database.read('service', async (tx) => {
    const row = await tx.db
      .selectFrom('services')
      .select(['kind', 'name', 'details', 'registry', 'registered_until', 'started_at'])
      .where('id', '=', service)
      .where('user_id', '=', person)
      .executeTakeFirst()
    const account = row && (await accountFor(tx, row.name))
    if (!row || !account) return null
    const { nameservers = null, is_locked = null, is_private = null, read_at = null } = row.registry
    const able = capabilitiesOf(account.driver, endingOf(row.name))
    const { lapse, isAway } = await termAt(tx, account.id, row)
    const change = await tx.db
      .selectFrom('fulfilments')
      .select(['kind', 'state', 'answer', 'updated_at', 'decided_at'])
      .where('source_kind', '=', 'service')
      .where('source', '=', service)
      .where('user_id', '=', person)
      .where('kind', 'in', changeKinds)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const restore = restorePriceOf(row, settings, now)
    return {
      registered_until: row.registered_until?.toISOString() ?? null,
      lapse,
      restore: restore && { amount: decimalOf(restore), currency: restore.currency },
      nameservers,
      is_locked,
      is_private,
      read_at,
      is_away: isAway,
      can: isAway ? [] : nameActs.filter((act) => able.includes(act)),
      default_nameservers: account.nameservers,
      change:
        change && change.state !== 'done'
          ? {
              kind: change.kind as ChangeKind,
              state: change.state === 'refused' ? ('refused' as const) : ('under-way' as const),
              words: change.state === 'refused' ? change.answer : null,
              at: change.updated_at.toISOString(),
            }
          : null,
    }
  })
}
