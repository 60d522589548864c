import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type * as z from 'zod/mini'
import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { decimalOf } from '../../../shared/money/money.ts'
import { accountFor, openFulfilment } from '../../fulfilment/server/open-fulfilment.ts'
import { openCharge, quotesFor } from '../../money/server/charges/charges.ts'
import { readSettings } from '../../settings/server/settings.ts'
import type { Settings } from '../../settings/settings.ts'
import { shopOf } from '../../settings/shop.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { type ProductName, products } from '../../products/products.ts'
import { renewalKey, renewalOf } from '../renewal.ts'
import { nextPeriod } from '../../../shared/calendar.ts'
import { RENEWAL_DUE_DAYS, renewalPriceOf, restorePriceOf } from './renewals/renewal-price.ts'
import { factsOf } from './store.ts'
import { placeRequest } from './submit-request.ts'

type ServiceRow = Selectable<Tables['services']>

interface RenewalContext {
  /** Null where it does not matter who renews, and for how much. */
  settings: Settings | null
  /** Whether the renewal is requested already. */
  requested: boolean
  now: Date
}

function presentService(
  product: ProductDefinition,
  row: ServiceRow,
  { settings, requested, now }: RenewalContext,
) {
  const renewal = renewalOf(row, settings?.renewals ?? 'paid', requested, now)
  const canRenew = renewal === 'now' || renewal === 'request'
  return product.service.present({
    id: row.id,
    user_id: row.user_id,
    name: row.name,
    details: row.details,
    status: row.status,
    started_at: row.started_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    renewal,
    next_period: canRenew && settings ? nextPeriodOf(product, row, settings, now) : null,
  })
}

/** What a renewal brings and costs. Null without a term. */
function nextPeriodOf(product: ProductDefinition, row: ServiceRow, settings: Settings, now: Date) {
  const period = renewedUntil(product, row, now)
  const price = renewalPriceOf(row, settings, now)
  const restore = price && restorePriceOf(row, settings, now)
  return (
    period && {
      expires_at: period.expires_at.toISOString(),
      price: price && decimalOf(price),
      restore: restore && decimalOf(restore),
      currency: settings['shop.currency'],
    }
  )
}

/** A service with its product, as its customer sees it. What can be done about its renewal depends on the day. */
export async function serviceAsShown({ db }: Transaction, id: string, now: Date) {
  const row = await db.selectFrom('services').selectAll().where('id', '=', id).executeTakeFirst()
  const product = row && (products[row.kind as ProductName] as ProductDefinition | undefined)
  return (
    product && { product, shown: presentService(product, row, { settings: null, requested: false, now }) }
  )
}

/** The caller's services of a product, newest first, with what can be done about each renewal. */
export async function listOwnServices(caller: CallerContext, product: ProductDefinition, paging: Paging) {
  const settings = await readSettings(caller.database)
  const { rows, next_cursor } = await caller.read((tx) =>
    newestPage(ownServices(tx, caller, product.name), 'services', paging),
  )
  const shown = { settings, now: caller.now }
  const items = rows.map((row) =>
    presentService(product, row, { ...shown, requested: Boolean(row.requested) }),
  )
  return { items, next_cursor }
}

/** One of the caller's current services, by its id or name, as the API shows it, and its row. Undefined without one. */
export async function ownService<Product extends ProductDefinition>(
  tx: Transaction,
  caller: CallerContext,
  product: Product,
  [column, value]: ['id' | 'name', string],
  settings: Settings,
) {
  const row = await ownServices(tx, caller, product.name).where(column, '=', value).executeTakeFirst()
  if (!row) return undefined
  const service = presentService(product, row, {
    settings,
    requested: Boolean(row.requested),
    now: caller.now,
  })
  return { record: service as z.input<Product['service']['entity']>, row }
}

/** The caller's current services of a product, each with whether its renewal is requested. */
const ownServices = ({ db }: Transaction, caller: CallerContext, kind: string) =>
  db
    .selectFrom('services')
    .selectAll('services')
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('requests')
            .select('requests.id')
            .whereRef('requests.user_id', '=', 'services.user_id')
            .whereRef('requests.kind', '=', 'services.kind')
            .whereRef('requests.open_key', '=', sql`${renewalKey('')} || services.id`)
            .union(
              row
                .selectFrom('order_lines')
                .select('order_lines.id')
                .whereRef('order_lines.renews', '=', 'services.id')
                .where('order_lines.open_key', 'is not', null),
            ),
        )
        .as('requested'),
    )
    .where('user_id', '=', caller.person())
    .where('kind', '=', kind)
    .where('released_at', 'is', null)

/**
 * The holder renews a service: immediately if it has expired, or by a request where the shop takes payment first.
 * Refuses with `NOT_FOUND`, and with `NOT_RENEWABLE` where it is too early or was already done.
 */
export async function renewService(caller: CallerContext, product: ProductDefinition, id: string) {
  const person = caller.person()
  const settings = await readSettings(caller.database)
  return caller.writeAsServer(async (tx) => {
    const row = await tx.db
      .selectFrom('services')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', person)
      .where('kind', '=', product.name)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    const offer = renewalOf(row, settings.renewals, Boolean(await orderThatRenews(tx, id)), caller.now)
    if (offer === 'now') {
      const renewed = await renewNow(tx, { settings, product, now: caller.now, by: 'user' }, row)
      return {
        record: presentService(product, renewed, { settings, requested: false, now: caller.now }),
        request: null,
      }
    }
    if (offer !== 'request') throw new Refused('NOT_RENEWABLE')
    const { offers } = shopOf(settings, caller.now)
    // The reviewer does not see that the domain is in redemption.
    const price = restorePriceOf(row, settings, caller.now)
      ? renewalPriceOf(row, settings, caller.now)
      : (product.renewalPrice?.(row, offers) ?? null)
    const request = await placeRequest(
      tx,
      product,
      person,
      { subject: row.name, price, details: row.details },
      { currency: offers.currency, renews: row.id },
    )
    return {
      record: presentService(product, row, { settings, requested: true, now: caller.now }),
      request: product.present(factsOf(request)),
    }
  })
}

/** The id of the open order that renews a service. Undefined without one. */
export async function orderThatRenews({ db }: Transaction, service: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('order_lines')
    .select('order_id')
    .where('renews', '=', service)
    .where('open_key', 'is not', null)
    .executeTakeFirst()
  return found?.order_id
}

/** The end of one more period, and its anchor day. Null without a term. */
export function renewedUntil(
  product: ProductDefinition,
  row: Pick<ServiceRow, 'details' | 'expires_at' | 'anchor_day'>,
  now: Date,
) {
  const { months: monthsOf, keepsDay } = product.service
  const months = monthsOf(row.details)
  if (months === null || !row.expires_at) return null
  const { starts_at: _, ...period } = nextPeriod(row, { months, keepsDay, now })
  return period
}

/** Has a registrar renew a name that an admin renews. Gives false where no program does it. */
async function sendRenewal(
  tx: Transaction,
  product: ProductDefinition,
  { id, row }: { id: string; row: ServiceRow },
): Promise<boolean> {
  if (product.name !== 'domain') return false
  const account = await accountFor(tx, row.name)
  if (!account || account.driver === 'manual') return false
  return openFulfilment(tx, {
    sourceKind: 'renewal',
    source: id,
    kind: 'renew',
    user_id: row.user_id,
    target: row.name,
    input: {
      years: (product.service.months(row.details) ?? 12) / 12,
      ...(row.expires_at && { renewed_from: row.expires_at.toISOString() }),
    },
  })
}

/**
 * Renews a service immediately for one period. A renewal with a price opens a charge, which is due in 14 days. The renewal
 * of a customer is a task at the registrar. That of an admin is sent to it where a program does that, and is otherwise
 * carried out already. Refuses with `NOT_RENEWABLE`, and with `BEING_DELIVERED` what is under way at the registrar.
 */
export async function renewNow(
  tx: Transaction,
  {
    settings,
    product,
    now,
    by,
  }: { settings: Settings; product: ProductDefinition; now: Date; by: 'user' | 'admin' },
  row: ServiceRow,
): Promise<ServiceRow> {
  const period = renewedUntil(product, row, now)
  if (!period) throw new Refused('NOT_RENEWABLE')
  const { expires_at } = period
  const renewed = await tx.db
    .updateTable('services')
    .set({ ...period, status: 'active', version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .returningAll()
    .executeTakeFirst()
  if (!renewed) throw new ConcurrentChange()
  const id = randomUUIDv7()
  const isSent = by === 'admin' && (await sendRenewal(tx, product, { id, row }))
  await Promise.all([
    tx.db
      .insertInto('renewals')
      .values({
        id,
        service_id: row.id,
        user_id: row.user_id,
        service_version: row.version,
        expired_at: row.expires_at,
        expires_at,
        ...(isSent && { in_delivery: true }),
        ...(by === 'admin' &&
          !isSent && {
            done_at: now,
            done_by: typeof tx.caller === 'string' ? null : tx.caller.person,
          }),
      })
      .execute(),
    audit(tx, by, {
      action: 'record.renewed',
      entity: 'record',
      entity_id: row.id,
      before: { expires_at: row.expires_at, status: row.status },
      after: { expires_at, status: 'active' },
    }),
    publishEvents(tx, {
      user_id: row.user_id,
      type: 'record.renewed',
      topics: [product.service.path, 'renewals'],
      entity_id: row.id,
      data: { kind: product.name, subject: row.name },
    }),
  ])
  const price = renewalPriceOf(row, settings, now)
  const about = { user_id: row.user_id, kind: product.name, subject: row.name }
  const due = new Date(now.getTime() + RENEWAL_DUE_DAYS * 86_400_000).toISOString().slice(0, 10)
  if (price)
    await openCharge(
      tx,
      { column: 'renewal_id', id, ...about },
      { amount: price, quotes: quotesFor(price, settings), due_on: due },
    )
  return renewed
}
