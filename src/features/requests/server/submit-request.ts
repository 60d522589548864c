import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import { type Tables, columnFromMoney } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { profileIsComplete, requiredColumns } from '../../../shared/people/profile.ts'
import { readSettings } from '../../settings/server/settings.ts'
import {
  type Draft,
  initialStatus,
  isRefusal,
  type ProductDefinition,
} from '../../products/product-definition.ts'
import { isOpen, stages } from '../../products/life-cycle.ts'
import { constraintOf, type Transaction } from '../../../server/database/database.ts'
import { eventRow, publishedColumns } from '../../../server/live/publish-events.ts'
import { auditRow } from '../../audit/server/audit.ts'
import type { Money } from '../../../shared/money/money.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import type { Settings } from '../../settings/settings.ts'
import { shopOf, suffixesOf } from '../../settings/shop.ts'
import { offerAtOnce } from './review-request.ts'
import { renewalKey } from '../renewal.ts'
import { factsOf, unclaimed } from './store.ts'
import { requestColumns } from './requests.tables.ts'

/** Looks up whether a name is free. May throw, for example when the caller has looked up too many. */
export type CheckName = (name: string) => Promise<{ status: string }>

/** What the server adds to the context of procedures that look names up. Without it every result is unknown. */
export interface CheckContext {
  checkName?: CheckName
}

/**
 * A customer submits a request. Where the shop's settings say so, a free domain with a price is offered at once. Gives
 * the stored request.
 * Refuses what the product's `read` refuses, `NOT_OPEN`, `PROFILE_INCOMPLETE`, `ALREADY_OWNED`, `ALREADY_REQUESTED` and
 * `TOO_MANY_OPEN`.
 */
export async function submitRequest(
  caller: CallerContext,
  product: ProductDefinition,
  input: unknown,
  check?: CheckName,
) {
  const settings = await readSettings(caller.database)
  const { offers } = shopOf(settings, caller.now)
  const draft = product.read(input, { ...offers, suffixes: suffixesOf(settings) })
  if (isRefusal(draft)) throw new Refused(draft.code)
  const price = await priceAtOnce(caller, settings, product, draft, check)
  return submitDraft(caller, product, { settings, draft, price })
}

interface Submitted {
  settings: Settings
  draft: Draft
  /** With which the program answers at once. Undefined for an admin's answer. */
  price: Money | undefined
  /** What else belongs to the request. It may refuse it. */
  store?: (tx: Transaction, request: { id: string; user_id: string; subject: string }) => Promise<unknown>
}

/** Stores what a customer asks for. Gives the request. Refuses as `submitRequest`. */
export async function submitDraft(
  caller: CallerContext,
  product: ProductDefinition,
  { settings, draft, price, store }: Submitted,
) {
  const { offers } = shopOf(settings, caller.now)
  const most = settings['requests.mostOpen']
  const person = caller.person()
  return caller.writeAsServer(async (tx) => {
    const profile = await requester(tx.db, { person, kind: product.name, name: draft.subject })
    if (!settings['shop.isOpen'] && isCustomer(tx, profile)) throw new Refused('NOT_OPEN')
    if (!profile || !profileIsComplete(profile)) throw new Refused('PROFILE_INCOMPLETE')
    if (product.exclusive && profile.owned) throw new Refused('ALREADY_OWNED')
    if (most !== null && (await hasMoreThan(tx.db, { person, kind: product.name, others: most - 1 })))
      throw new Refused('TOO_MANY_OPEN')
    const request = await placeRequest(tx, product, person, draft, offers)
    await store?.(tx, request)
    const shown = price
      ? await offerAtOnce(tx, { now: caller.now, settings }, product, request.id, price)
      : request
    return product.present(factsOf(shown))
  })
}

/** Whether a customer calls. The staff try and help, also before the shop is open. */
export const isCustomer = ({ onBehalfOf }: Transaction, profile: { role: string } | undefined): boolean =>
  !onBehalfOf && profile?.role !== 'admin'

/** The price of a domain that the registry says is free, where the program answers. Undefined for an admin's answer. */
async function priceAtOnce(
  caller: CallerContext,
  settings: Settings,
  product: ProductDefinition,
  { subject }: Draft,
  check: CheckName | undefined,
): Promise<Money | undefined> {
  if (settings['requests.answer'] !== 'at-once' || product.name !== 'domain' || !check) return undefined
  const price = readOffers(shopOf(settings, caller.now)).domain(subject)
  if (!price) return undefined
  // Enters first, so that no registry is queried for a caller without a valid session.
  await caller.read(async () => {})
  const { status } = await check(subject).catch(() => ({ status: 'error' }))
  return status === 'available' ? price : undefined
}

/** Whether a customer has more than `others` open requests of a kind. Concurrent ones may exceed it by a few. */
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

/** The customer's profile, and whether the customer already holds the name. */
const requester = (
  db: Kysely<Tables>,
  { person, kind, name }: { person: string; kind: string; name: string },
) =>
  db
    .selectFrom('profiles')
    .select([...requiredColumns, 'role'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('services')
          .select('id')
          .where('kind', '=', kind)
          .where('name', '=', name)
          .where('user_id', '=', person)
          .where('released_at', 'is', null),
      ).as('owned'),
    )
    .where('profiles.id', '=', person)
    .executeTakeFirst()

/**
 * Stores a request, writes the audit log and publishes the event. Gives its row. `currency` is the shop's, and `renews`
 * the id of the service to renew.
 * Refuses a second open request for the same subject with `ALREADY_REQUESTED`, for the same service with
 * `NOT_RENEWABLE`.
 */
export async function placeRequest(
  tx: Transaction,
  product: ProductDefinition,
  person: string,
  draft: Draft,
  { currency, renews = null, isTest = false }: { currency: string; renews?: string | null; isTest?: boolean },
) {
  const id = randomUUIDv7()
  const status = initialStatus(product)
  const request = {
    id,
    user_id: person,
    kind: product.name,
    subject: draft.subject,
    status,
    stage: product.stages[status]!,
    price: columnFromMoney(draft.price),
    currency,
    details: JSON.stringify(draft.details),
    renews,
    is_test: isTest,
    open_key: renews ? renewalKey(renews) : product.exclusive ? draft.subject : null,
  }
  const what = renews ? 'renewal.requested' : 'request.submitted'
  const act = auditRow(tx, tx.caller === 'service' ? 'service' : 'user', {
    action: what,
    entity: 'request',
    entity_id: id,
    after: {
      kind: product.name,
      subject: draft.subject,
      price: request.price,
      currency,
      details: draft.details,
    },
  })
  const event = eventRow({
    user_id: person,
    type: what,
    topics: [product.path, ...(renews ? [product.service.path] : [])],
    entity_id: id,
    data: { kind: product.name, subject: draft.subject, status },
  })
  try {
    // One statement, because this is the most frequent write.
    const placed = await tx.db
      .with('placed', (on) => on.insertInto('requests').values(request).returning(requestColumns))
      .with('audited', (on) => on.insertInto('audit_log').values(act))
      .with('event', (on) => on.insertInto('events').values(event).returning(publishedColumns))
      .selectFrom(['placed', 'event'])
      .selectAll('placed')
      .select('event.id as event_id')
      .executeTakeFirstOrThrow()
    tx.notify([placed.event_id])
    return unclaimed(placed)
  } catch (error) {
    if (constraintOf(error) === 'requests_one_open')
      throw new Refused(renews ? 'NOT_RENEWABLE' : 'ALREADY_REQUESTED')
    throw error
  }
}
