import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { firstPeriod, nextPeriod } from '../../../shared/calendar.ts'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, type Transaction } from '../../../server/database/database.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { products } from '../../products/products.ts'
import type { Registry } from './requests.tables.ts'
import type { RequestRow } from './store.ts'

/** A customer holds the name of a service that was to be created. Another transaction can read who. */
export class NameHeld extends Refused {
  readonly product: ProductDefinition
  readonly held: string

  constructor(product: ProductDefinition, name: string) {
    super('RECORD_FAILED', { name, held_by: null })
    this.product = product
    this.held = name
  }
}

/**
 * Activates a request: creates a service, whose term ends with `until` where that is known, or extends the service that
 * the request renews. Unique keys make this happen once per request. Gives true if this call did it.
 * Throws `NameHeld`, and refuses with `RECORD_FAILED` and the present holder where the service to renew was released.
 */
export async function activateRequest(
  tx: Transaction,
  product: ProductDefinition,
  request: RequestRow,
  { now, until }: { now: Date; until?: Date | null | undefined },
): Promise<boolean> {
  if (!request.renews) return create(tx, product, request, { now, until })
  return extendService(tx, product, {
    from: { request_id: request.id },
    service: request.renews,
    // A renewal of a custom plan may have no period. The service's own period applies then.
    months: product.service.months(request.details) ?? undefined,
    now,
  })
}

const create = (
  tx: Transaction,
  product: ProductDefinition,
  request: RequestRow,
  { now, until }: { now: Date; until?: Date | null | undefined },
) =>
  createService(tx, product, {
    until,
    from: { request_id: request.id },
    user_id: request.user_id,
    name: request.subject,
    details: request.details,
    now,
    brings: request.stage !== 'active',
  })

/** The request or order line that creates or renews a service. Each does it once at most. */
type Origin = { request_id: string } | { order_line_id: string }

interface NewService {
  from: Origin
  user_id: string
  name: string
  details: Record<string, unknown>
  now: Date
  /** The term, where it is not the product's. */
  months?: number
  /** The end of the term, where it does not follow from the months. */
  until?: Date | null | undefined
  /** Whether a released service of the same origin becomes active again with a new term. */
  brings?: boolean
}

/**
 * Creates a service, unless its request or order line already created one. With `brings`, a released one becomes active
 * again. Gives true if this call did it. Throws `NameHeld`.
 */
export async function createService(
  { db }: Transaction,
  product: ProductDefinition,
  {
    from,
    now,
    details,
    months = product.service.months(details) ?? undefined,
    until,
    brings = false,
    ...service
  }: NewService,
) {
  const term = {
    details: JSON.stringify(details),
    started_at: now,
    expires_at: until ?? (months === undefined ? null : firstPeriod(now, months).expires_at),
    anchor_day: (until ?? now).getUTCDate(),
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('services')
    .values({
      ...service,
      ...from,
      ...term,
      id: randomUUIDv7(),
      kind: product.name,
      exclusive: product.exclusive,
    })
    .onConflict((conflict) => {
      const known = conflict.column('request_id' in from ? 'request_id' : 'order_line_id')
      return brings
        ? known
            .doUpdateSet({
              ...term,
              // It may have been handed over before it was released.
              user_id: service.user_id,
              released_at: null,
              // They are of the term that has ended.
              facts: '{}',
              status: 'active',
              version: sql<number>`services.version + 1`,
            })
            .where('services.released_at', 'is not', null)
        : known.doNothing()
    })
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw constraintOf(error) === 'services_one_holder' ? new NameHeld(product, service.name) : error
    })
  return Boolean(numInsertedOrUpdatedRows)
}

interface Extension {
  from: Origin
  /** The id of the service. */
  service: string
  /** How long, where it is not the service's own term. */
  months?: number | undefined
  now: Date
}

/**
 * Extends a service from its expiry or from now, whichever is later, unless its request or order line has done so. An early
 * payment loses no time. Gives true if this call did it. Refuses with `RECORD_FAILED` what was released.
 */
export async function extendService(
  tx: Transaction,
  product: ProductDefinition,
  { from, service: id, now, ...term }: Extension,
): Promise<boolean> {
  const { db, caller } = tx
  const service = await db
    .selectFrom('services')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const months = term.months ?? product.service.months(service?.details ?? {})
  if (service?.released_at)
    throw new Refused('RECORD_FAILED', {
      name: service.name,
      held_by: await nameHolder(tx, product, service.name),
    })
  if (!service || months === null) return false
  const { starts_at: _, ...period } = nextPeriod(service, { months, keepsDay: product.service.keepsDay, now })
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('renewals')
    .values({
      id: randomUUIDv7(),
      service_id: service.id,
      user_id: service.user_id,
      ...from,
      service_version: service.version,
      expired_at: service.expires_at,
      expires_at: period.expires_at,
      // The admin who activates it has already renewed at the registrar, so no task is left.
      done_at: now,
      done_by: typeof caller === 'string' ? null : caller.person,
    })
    .onConflict((conflict) =>
      conflict.column('request_id' in from ? 'request_id' : 'order_line_id').doNothing(),
    )
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) return false
  await db
    .updateTable('services')
    .set({ ...period, status: 'active', version: service.version + 1 })
    .where('id', '=', service.id)
    .execute()
  return true
}

/** Gives a customer a domain that is registered already, until the registry's date. Gives its id. Throws `NameHeld`. */
export async function takeOverName(
  { db }: Transaction,
  {
    nameservers,
    now,
    ...service
  }: { user_id: string; name: string; expires_at: Date; nameservers: string[]; now: Date },
): Promise<string> {
  const id = randomUUIDv7()
  await db
    .insertInto('services')
    .values({
      ...service,
      id,
      request_id: null,
      order_line_id: null,
      kind: products.domain.name,
      exclusive: true,
      details: '{}',
      started_at: now,
      anchor_day: service.expires_at.getUTCDate(),
      registered_until: service.expires_at,
      registry: JSON.stringify(nameservers.length ? { nameservers } : {}),
    })
    .execute()
    .catch((error: unknown) => {
      const product = products.domain as unknown as ProductDefinition
      throw constraintOf(error) === 'services_one_holder' ? new NameHeld(product, service.name) : error
    })
  return id
}

/** The email address of the customer who holds a name, or null. */
export async function nameHolder(
  { db }: Transaction,
  product: Pick<ProductDefinition, 'name'>,
  name: string,
): Promise<string | null> {
  const holder = await db
    .selectFrom('services')
    .innerJoin('profiles', 'profiles.id', 'services.user_id')
    .select('profiles.email')
    .where('services.kind', '=', product.name)
    .where('services.name', '=', name)
    .where('services.released_at', 'is', null)
    .executeTakeFirst()
  return holder?.email ?? null
}
/** Keeps what the registry says of a name, and until when it is registered, beside the shop's own date. */
export async function noteRegistration(
  { db }: Transaction,
  name: string,
  { until, said }: { until: Date | null; said: Registry },
): Promise<void> {
  await db
    .updateTable('services')
    .set({
      ...(until && { registered_until: until }),
      registry: sql`registry || ${JSON.stringify(said)}::jsonb`,
    })
    .where('kind', '=', 'domain')
    .where('name', '=', name)
    .where('released_at', 'is', null)
    .execute()
}
