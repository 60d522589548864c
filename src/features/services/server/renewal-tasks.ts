import { sql } from 'kysely'
import { adminColumns } from '../../../shared/people/profile.ts'
import { Refused } from '../../../shared/refusal.ts'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { monthsOf, type ProductName } from '../../products/products.ts'
import '../../money/server/charges/charges.ts'
import '../../requests/server/requests.tables.ts'

/** Customers' renewals that an admin has to carry out at the registrar, newest first. */
export async function listRenewals(caller: CallerContext, paging: Paging) {
  const { rows, next_cursor } = await caller.read(({ db }) =>
    newestPage(
      db
        .selectFrom('renewals')
        .innerJoin('services', 'services.id', 'renewals.service_id')
        .innerJoin('profiles', 'profiles.id', 'renewals.user_id')
        .leftJoin('charges', 'charges.renewal_id', 'renewals.id')
        .select([
          'renewals.id',
          'renewals.created_at',
          'renewals.expires_at',
          'services.kind',
          'services.name',
          'services.details',
        ])
        .select([
          sql<string | null>`nullif(services.details ->> 'manual_details', '')`.as('manual_details'),
          sql<string[]>`array(select held.name from services held
            where services.kind = 'hosting' and held.user_id = renewals.user_id and held.kind = 'domain'
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
        .select('renewals.user_id')
        .where('renewals.done_at', 'is', null)
        .where('renewals.in_delivery', '=', false),
      'renewals',
      paging,
    ),
  )
  const items = rows.map(
    ({
      id,
      kind,
      name,
      details,
      sites,
      manual_details,
      charge_id,
      amount,
      currency,
      state,
      due_on,
      expires_at,
      created_at,
      user_id,
      ...requester
    }) => ({
      id,
      kind: kind as ProductName,
      name,
      sites,
      manual_details,
      months: monthsOf(kind, details),
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
      requester: { ...requester, id: user_id },
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
