import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { orderAsShown } from '../../orders/server/orders.queries.ts'
import { chargeColumns } from '../../money/server/charges/charges.ts'
import { withClaims } from '../../money/server/charges/own-charges.ts'
import { payableColumns } from '../../money/server/charges/payable.ts'
import '../../money/server/received/received.tables.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { products } from '../../products/products.ts'
import { requestAsShown } from '../../requests/server/requests.queries.ts'
import { serviceAsShown } from '../../requests/server/own-services.ts'
import type { WebhookType } from '../event-types.ts'
import { webhookData } from '../payload-schemas.ts'

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

async function readRequest(tx: Transaction, { entity_id }: { entity_id: string }) {
  const found = await requestAsShown(tx, entity_id)
  return found && { product: found.product.name, ...found.shown }
}

const readOrder = (tx: Transaction, { entity_id }: { entity_id: string }) => orderAsShown(tx, entity_id)

async function readService(tx: Transaction, { entity_id }: { entity_id: string }) {
  const found = await serviceAsShown(tx, entity_id, new Date())
  return found && { product: found.product.name, ...found.shown }
}

/** The amount due that a payment is for. */
async function readCharge(tx: Transaction, { entity_id }: { entity_id: string }) {
  const row = await tx.db
    .selectFrom('charges')
    .select(chargeColumns)
    .where((eb) => eb.or(payableColumns.map((column) => eb(column, '=', entity_id))))
    .executeTakeFirst()
  const [shown] = row ? await withClaims(tx, row.user_id, [row]) : []
  return shown && { user_id: row!.user_id, ...shown }
}

async function readReceived({ db }: Transaction, { entity_id }: { entity_id: string }) {
  const row = await db
    .selectFrom('received_payments')
    .selectAll()
    .where('id', '=', entity_id)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      amount: row.amount === null ? null : Number(row.amount),
      paid_at: row.paid_at?.toISOString() ?? null,
      received_at: row.received_at.toISOString(),
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
  'service.ended': { events: ['record.released', 'record.ended'], read: readService },
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
  const source = (Object.entries(sources) as [WebhookType, Source][]).find(
    ([type, { events, matches }]) =>
      wanted.includes(type) && events.includes(event.type) && (matches?.(event) ?? true),
  )
  if (!source) return undefined
  const [type, { read }] = source
  const found = await read(tx, { ...event, entity_id: event.entity_id })
  if (!found) return undefined
  const data = z.parse(webhookData[type], found)
  return {
    type,
    user_id: event.user_id,
    body: JSON.stringify({ type, timestamp: event.at.toISOString(), data }),
  }
}
