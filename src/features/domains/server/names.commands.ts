import { ConcurrentChange, enterService, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Input } from '../../../shared/contract.ts'
import { translate } from '../../../server/mail/messages.ts'
import { locales } from '../../../shared/pages.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import { openAccount, type Providers } from '../../fulfilment/server/accounts.ts'
import { products } from '../../products/products.ts'
import { nameHolder, NameHeld, noteRegistration, takeOverName } from '../../requests/server/activate.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import type { namesContract } from '../names.contract.ts'
import { oneName } from './names.queries.ts'
import { noteDifferences, startSync } from './sync-names.jobs.ts'

/** Has the names of an account read. Refuses with `NOT_FOUND`, and with `NOT_OFFERED` for one of people. */
export async function syncNames(
  caller: CallerContext,
  providers: Providers,
  { id, names }: Input<typeof namesContract.sync>,
) {
  return caller.write(async (tx) => {
    // The permission is checked by now. Admins read no keys, and the names are the program's.
    await enterService(tx)
    const account = await tx.db
      .selectFrom('registrar_accounts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!account) throw new Refused('NOT_FOUND')
    if (!openAccount(caller.database, providers, account)) throw new Refused('NOT_OFFERED')
    const due = await startSync(tx, account, names)
    await audit(tx, 'admin', {
      action: 'registrar.synced',
      entity: 'registrar',
      entity_id: id,
      after: { names: due },
    })
    return { due }
  })
}

type Imported = InferContractRouterOutputs<typeof namesContract>['bring']

/** Gives names that the registrar has, and nobody holds, to customers. Says of the others why they were not. */
export async function importNames(
  caller: CallerContext,
  { account, items }: Input<typeof namesContract.bring>,
) {
  const done = await caller.write(async (tx) => {
    const failed: Imported['failed'] = []
    for (const { name, email } of items) {
      const reason = await importName(tx, { account, name, email, now: caller.now }).catch(
        (error: unknown) => {
          // Somebody has got it meanwhile. The next attempt sees who.
          throw error instanceof NameHeld ? new ConcurrentChange() : error
        },
      )
      if (reason) failed.push({ name, reason })
    }
    return { imported: items.length - failed.length, failed }
  })
  await noteDifferences(caller.database, account)
  return done
}

async function importName(
  tx: Transaction,
  { account, name, email, now }: { account: string; name: string; email: string; now: Date },
): Promise<Imported['failed'][number]['reason'] | null> {
  const found = await tx.db
    .selectFrom('registrar_names')
    .select(['expires_at', 'nameservers'])
    .where('account_id', '=', account)
    .where('name', '=', name)
    .where('state', '=', 'ours')
    .executeTakeFirst()
  if (!found?.expires_at) return 'not-there'
  if (await nameHolder(tx, products.domain, name)) return 'held'
  const customer = await tx.db
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', email)
    .where('role', '=', 'user')
    .executeTakeFirst()
  if (!customer) return 'no-customer'
  const { expires_at, nameservers } = found
  const service = await takeOverName(tx, { user_id: customer.id, name, expires_at, nameservers, now })
  await Promise.all([
    audit(tx, 'admin', {
      action: 'record.imported',
      entity: 'record',
      entity_id: service,
      after: { name, user_id: customer.id, expires_at },
    }),
    publishEvents(tx, {
      user_id: customer.id,
      type: 'record.received',
      topics: ['domains', 'services', 'counters'],
      entity_id: service,
      data: { kind: 'domain', subject: name },
    }),
  ])
  return null
}

/**
 * Lets a difference stand, or no longer. The nameservers of the registrar become those of the shop's record. Refuses with
 * `NOT_FOUND`.
 */
export async function acceptDifference(
  caller: CallerContext,
  { id, accepted }: Input<typeof namesContract.accept>,
) {
  const shown = await caller.write(async (tx) => {
    const before = await oneName(tx.db, id)
    await tx.db
      .updateTable('registrar_names')
      .set({ accepted: accepted ? before.difference : null })
      .where('id', '=', id)
      .execute()
    if (accepted && before.difference === 'nameservers')
      await noteRegistration(tx, before.name, { until: null, said: { nameservers: before.nameservers } })
    await audit(tx, 'admin', {
      action: 'registrar.difference-accepted',
      entity: 'registrar',
      entity_id: before.account,
      after: { name: before.name, difference: before.difference, accepted },
    })
    return oneName(tx.db, id)
  })
  await noteDifferences(caller.database, shown.account)
  return shown
}

/** Ends a service of another feature, which the customer reads the reason of. Refuses with `CONFLICT`. */
export type EndService = (
  tx: Transaction,
  shop: { settings: Settings; now: Date },
  service: { id: string; version: number; reason: string },
) => Promise<unknown>

/** Ends the service of a name that is gone from the registrar. Refuses with `NOT_FOUND`, `NOT_NOW` and `CONFLICT`. */
export async function endGone(caller: CallerContext, endService: EndService, id: string) {
  const settings = await readSettings(caller.database)
  const shown = await caller.write(async (tx) => {
    const name = await oneName(tx.db, id)
    if (name.difference !== 'gone' || !name.service) throw new Refused('NOT_NOW')
    const held = await tx.db
      .selectFrom('services')
      .select(['id', 'version'])
      .where('id', '=', name.service.id)
      .executeTakeFirstOrThrow()
    const key = name.state === 'elsewhere' || name.code_shown_at ? 'names_moved_reason' : 'names_gone_reason'
    const reason = locales.map((one) => translate(one, key)).join(' | ')
    await endService(tx, { settings, now: caller.now }, { ...held, reason })
    return oneName(tx.db, id)
  })
  await noteDifferences(caller.database, shown.account)
  return shown
}
