import { sql } from 'kysely'
import { adminColumns } from '../../../shared/profile.ts'
import { Refused } from '../../../shared/refusal.ts'
import { newestPage } from '../../../server/database/keyset.ts'
import { ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { type ProductName, products } from '../../products/products.ts'
import { renewalKey } from '../renewal.ts'
import { deleteSecrets } from './access/secrets.ts'
import '../../money/server/charges/charges.ts'
import './tables.ts'

/** Customers' renewals that an admin has to carry out at the registrar, newest first. */
export async function listRenewals(
  caller: CallerContext,
  paging: { cursor?: string | undefined; limit?: number | undefined },
) {
  const { rows, next_cursor } = await caller.read(({ db }) =>
    newestPage(
      db
        .selectFrom('renewals')
        .innerJoin('records', 'records.id', 'renewals.record_id')
        .innerJoin('profiles', 'profiles.id', 'renewals.user_id')
        .leftJoin('charges', 'charges.renewal_id', 'renewals.id')
        .select(['renewals.id', 'renewals.created_at', 'renewals.expires_at', 'records.kind', 'records.name'])
        .select([
          sql<string | null>`nullif(records.details ->> 'manual_details', '')`.as('manual_details'),
          sql<string[]>`array(select held.name from records held
            where records.kind = 'hosting' and held.user_id = renewals.user_id and held.kind = 'domain'
              and held.released_at is null
            order by held.created_at, held.id limit 3)`.as('sites'),
        ])
        .select([
          'charges.id as charge_id',
          'charges.amount',
          'charges.currency',
          'charges.state',
          'charges.due_on',
        ])
        .select(adminColumns)
        .where('renewals.done_at', 'is', null),
      'renewals',
      paging,
    ),
  )
  const items = rows.map(
    ({
      id,
      kind,
      name,
      sites,
      manual_details,
      charge_id,
      amount,
      currency,
      state,
      due_on,
      expires_at,
      created_at,
      ...requester
    }) => ({
      id,
      kind: kind as ProductName,
      name,
      sites,
      manual_details,
      charge:
        charge_id === null
          ? null
          : {
              id: charge_id,
              amount: Number(amount),
              currency: currency!,
              paid: state === 'paid',
              due_on,
            },
      expires_at: expires_at.toISOString(),
      created_at: created_at.toISOString(),
      requester,
    }),
  )
  return { items, next_cursor }
}

/** Marks a renewal as carried out at the registrar. Refuses with `NOT_FOUND` where it is no open task. */
export async function finishRenewal(caller: CallerContext, id: string) {
  return caller.write(async (tx) => {
    const by = typeof tx.caller === 'string' ? null : tx.caller.person
    const done = await tx.db
      .updateTable('renewals')
      .set({ done_at: caller.now, done_by: by })
      .where('id', '=', id)
      .where('done_at', 'is', null)
      .executeTakeFirst()
    if (!done.numUpdatedRows) throw new Refused('NOT_FOUND')
    await Promise.all([
      audit(tx, 'admin', { action: 'renewal.carried-out', entity: 'renewal', entity_id: id }),
      publishEvents(tx, {
        user_id: null,
        type: 'renewal.carried-out',
        topics: ['renewals'],
        entity_id: id,
        for_admins: true,
      }),
    ])
    return { id }
  })
}

/**
 * A record that its customer holds, locked with the requests that an activation of it would lock first, in the same
 * order: the one that created it, and the open one to renew it. Refuses with `NOT_FOUND`.
 */
export async function lockRecord({ db }: Transaction, id: string) {
  const known = await db
    .selectFrom('records')
    .select(['request_id', 'user_id', 'kind'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw new Refused('NOT_FOUND')
  const requests = await db
    .selectFrom('requests')
    .select(['id', 'stage', 'open_key', 'payment_confirmed'])
    .where((eb) =>
      eb.or([
        eb('id', '=', known.request_id),
        eb.and([
          eb('user_id', '=', known.user_id),
          eb('kind', '=', known.kind),
          eb('open_key', '=', renewalKey(id)),
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = await db.selectFrom('records').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row || row.released_at) throw new Refused('NOT_FOUND')
  // It was handed over while this transaction waited for its requests.
  if (row.user_id !== known.user_id) throw new ConcurrentChange()
  const origin = requests.find((request) => request.id === known.request_id)
  return {
    row,
    renewal: requests.find(({ open_key }) => open_key === renewalKey(id)),
    /** Whether the request that created it was set back after its activation. */
    isSetBack: origin !== undefined && origin.stage !== 'active',
  }
}

interface TakenBack {
  /** The status that remains, and the action and event that report it. */
  status: 'released' | 'ended'
  by: 'admin' | 'service'
  now: Date
  reason?: string
}

/**
 * Takes a locked record back from its customer. Its name is free for others then. Gives the customer's open request to
 * renew it, which can't be activated any more.
 */
export async function takeBack(
  tx: Transaction,
  { row, renewal }: Pick<Awaited<ReturnType<typeof lockRecord>>, 'row' | 'renewal'>,
  { status, by, now, reason }: TakenBack,
) {
  const open_renewal = renewal?.id ?? null
  const { record, path } = products[row.kind as ProductName]
  const action = `record.${status}` as const
  await Promise.all([
    tx.db
      .updateTable('records')
      .set({ released_at: now, status, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute(),
    deleteSecrets(tx, row.id),
    audit(tx, by, {
      action,
      entity: 'record',
      entity_id: row.id,
      before: { name: row.name, expires_at: row.expires_at },
      after: { released_at: now, open_renewal, ...(reason && { reason }) },
    }),
    publishEvents(tx, {
      user_id: row.user_id,
      type: action,
      topics: [record.path, path, 'counters'],
      entity_id: row.id,
      data: { kind: row.kind, subject: row.name },
    }),
  ])
  return open_renewal
}

/**
 * An admin releases a record that has expired, or whose request was set back after its activation. Gives the customer's
 * open request to renew it, as `takeBack` does. Refuses with `NOT_FOUND` and `NOT_EXPIRED`.
 */
export async function releaseRecord(caller: CallerContext, id: string) {
  return caller.write(async (tx) => {
    const { row, renewal, isSetBack } = await lockRecord(tx, id)
    if (!isSetBack && (!row.expires_at || row.expires_at > caller.now)) throw new Refused('NOT_EXPIRED')
    const open_renewal = await takeBack(
      tx,
      { row, renewal },
      { status: 'released', by: 'admin', now: caller.now },
    )
    return { id, open_renewal }
  })
}
