import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { order } from '../../orders/contract.ts'
import { orderAsShown } from '../../orders/server/list-orders.ts'
import { charge } from '../../payments/charges-contract.ts'
import { chargeColumns } from '../../payments/server/charges.ts'
import { withClaims } from '../../payments/server/own-charges.ts'
import { payableColumns } from '../../payments/server/payable.ts'
import type { ReceivedRow } from '../../payments/server/received/tables.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { products } from '../../products/products.ts'
import { requestAsShown } from '../../requests/server/list.ts'
import { recordAsShown } from '../../requests/server/records.ts'
import type { WebhookType } from '../event-types.ts'

type EventRow = Pick<
  Selectable<Tables['events']>,
  'id' | 'at' | 'user_id' | 'type' | 'entity_id' | 'data' | 'for_admins'
>

interface Source {
  /** Types of `events`. */
  events: readonly string[]
  /** Whether an event of these types is one. All are by default. */
  matches?(event: EventRow): boolean
  /** Reads what the event is about. Undefined if it is gone. */
  read(tx: Transaction, event: EventRow & { entity_id: string }): Promise<object | undefined>
}

const productNamed = (name: string) =>
  (products as Record<string, unknown>)[name] as ProductDefinition | undefined

const stageOf = ({ data }: EventRow) => {
  const { kind, status } = data as { kind?: string; status?: string }
  return productNamed(kind ?? '')?.stages[status ?? '']
}
const inStage = (stage: string) => (event: EventRow) => stageOf(event) === stage

/** A request as its customer sees it, and its product. */
async function readRequest(tx: Transaction, { entity_id }: { entity_id: string }) {
  const found = await requestAsShown(tx, entity_id)
  return found && { product: found.product.name, ...z.parse(found.product.entity, found.shown) }
}

/** An order as its customer sees it. */
async function readOrder(tx: Transaction, { entity_id }: { entity_id: string }) {
  const shown = await orderAsShown(tx, entity_id)
  return shown && z.parse(order, shown)
}

/** What a customer holds, as they see it, and its product. Whether it can be renewed depends on the day, so it is left out. */
async function readService(tx: Transaction, { entity_id }: { entity_id: string }) {
  const found = await recordAsShown(tx, entity_id, new Date())
  if (!found) return undefined
  const { renewal: _, ...shown } = z.parse(found.product.record.entity, found.shown) as Record<
    string,
    unknown
  >
  return { product: found.product.name, ...shown }
}

/** The amount due that a payment is for, as its customer sees it. */
async function readCharge(tx: Transaction, { entity_id }: { entity_id: string }) {
  const row = await tx.db
    .selectFrom('charges')
    .select(chargeColumns)
    .where((eb) => eb.or(payableColumns.map((column) => eb(column, '=', entity_id))))
    .executeTakeFirst()
  if (!row) return undefined
  const [shown] = await withClaims(tx, row.user_id, [row])
  return { user_id: row.user_id, ...z.parse(charge, shown) }
}

/** Money that came in, without the payer's name and phone number. */
async function readReceived({ db }: Transaction, { entity_id }: { entity_id: string }) {
  const row: ReceivedRow | undefined = await db
    .selectFrom('received_payments')
    .selectAll()
    .where('id', '=', entity_id)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      channel: row.channel,
      method: row.method,
      kind: row.kind,
      amount: row.amount === null ? null : Number(row.amount),
      currency: row.currency,
      code: row.code,
      reference: row.reference,
      paid_at: row.paid_at?.toISOString() ?? null,
      received_at: row.received_at.toISOString(),
      state: row.state,
    }
  )
}

const ofCustomer = ({ user_id }: EventRow) => user_id !== null

/** Where each type of webhooks comes from: the events that every change writes in its own transaction. */
const sources: Record<WebhookType, Source> = {
  'request.created': { events: ['request.submitted', 'renewal.requested'], read: readRequest },
  'request.priced': { events: ['request.changed'], matches: inStage('offered'), read: readRequest },
  'request.suggested': { events: ['request.changed'], matches: inStage('suggested'), read: readRequest },
  'request.active': { events: ['request.activated'], read: readRequest },
  'request.rejected': { events: ['request.changed'], matches: inStage('rejected'), read: readRequest },
  'payment.received': {
    events: ['payment.received'],
    matches: (event) => !ofCustomer(event),
    read: readReceived,
  },
  'payment.claimed': { events: ['payment.claimed'], read: readCharge },
  'payment.confirmed': {
    events: ['payment.received', 'payment.settled'],
    matches: ofCustomer,
    read: readCharge,
  },
  'payment.rejected': { events: ['payment.rejected'], read: readCharge },
  'payment.reversed': { events: ['payment.reversed'], matches: ofCustomer, read: readCharge },
  'order.placed': { events: ['order.placed'], read: readOrder },
  'order.completed': { events: ['order.completed'], read: readOrder },
  'order.cancelled': { events: ['order.cancelled'], read: readOrder },
  'order.refunded': { events: ['order.refunded'], read: readOrder },
  'service.renewed': { events: ['record.renewed'], read: readService },
  'service.suspended': { events: ['record.suspended'], read: readService },
  'service.resumed': { events: ['record.resumed'], read: readService },
  'service.ended': { events: ['record.released'], read: readService },
}

/** The types of `events` that these types of webhooks come from. */
export const sourcesOf = (types: readonly WebhookType[]): string[] => [
  ...new Set(types.flatMap((type) => sources[type].events)),
]

/**
 * The body of an event's webhook, and the customer that it is about. What it is about is read now, about a second after
 * the change. Undefined where the event is none of the wanted types, or what it is about is gone.
 */
export async function composeWebhook(
  tx: Transaction,
  eventId: number,
  wanted: readonly string[],
): Promise<{ type: WebhookType; body: string; user_id: string | null } | undefined> {
  const event = await tx.db
    .selectFrom('events')
    .select(['id', 'at', 'user_id', 'type', 'entity_id', 'data', 'for_admins'])
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!event?.entity_id) return undefined
  const found = (Object.entries(sources) as [WebhookType, Source][]).find(
    ([type, { events, matches }]) =>
      wanted.includes(type) && events.includes(event.type) && (matches?.(event) ?? true),
  )
  if (!found) return undefined
  const [type, { read }] = found
  const data = await read(tx, { ...event, entity_id: event.entity_id })
  if (!data) return undefined
  return {
    type,
    user_id: event.user_id,
    body: JSON.stringify({ type, timestamp: event.at.toISOString(), data }),
  }
}
