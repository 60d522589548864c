import * as z from 'zod/mini'
import {
  counted,
  currency,
  decimal,
  id,
  listInput,
  listOf,
  needs,
  rowId,
  text,
  time,
} from '../../shared/contract.ts'
import { nameColumns, profileOutputs } from '../../shared/people/profile.ts'
import { charge } from '../money/received/payment-shape.ts'
import { factsSchema, secretsSchema } from '../products/facts-schema.ts'
import { productNames, products } from '../products/products.ts'
import { renewalRefusals, secretState } from '../requests/requests.contract.ts'
import { dueWindows, expiryDay, serviceStates } from './service-states.ts'

const at = '/admin/services/{id}'

export const serviceSorts = ['name', 'kind', 'customer', 'started', 'expires'] as const
export type ServiceSort = (typeof serviceSorts)[number]

export const dueSorts = ['what', 'customer', 'due', 'rest'] as const
export type DueSort = (typeof dueSorts)[number]

/** The filter of the book. Without a state it has all that customers hold. */
export const serviceFilter = {
  product: z.optional(z.enum(productNames)),
  state: z.optional(z.enum(serviceStates)),
  due: z.optional(z.enum(dueWindows)),
  /** Of one customer. */
  customer: z.optional(id),
  /** Part of the name, or of the customer's name, address or phone number. */
  q: z.optional(z.string().check(z.maxLength(200))),
}

/** `overdue` and `later` are to be paid. `suspended` are the newest amounts of suspended services, paid or not. */
export const dueStates = ['overdue', 'later', 'suspended'] as const
export type DueState = (typeof dueStates)[number]

const due = z.extend(charge, {
  due_on: z.nullable(z.string()),
  /** The term of what it is for. Null for an order of several terms, and for what has no end. */
  months: z.nullable(z.number()),
  /** Whether the customer says that it was paid, and nobody has confirmed that. */
  claimed: z.boolean(),
  /** What is renewed. */
  service: z.nullable(z.object({ id: rowId, status: z.string(), expires_at: z.nullable(time) })),
})

/** The columns of a customer in the list of services. */
export const customerColumns = nameColumns
const customer = z.object({ id: rowId, ...profileOutputs(customerColumns) })

const service = z.object({
  id: rowId,
  kind: z.enum(productNames),
  name: z.string(),
  customer,
  state: z.enum(serviceStates),
  started_at: time,
  /** Null for what has no term. */
  expires_at: z.nullable(time),
  /** The price of the next period, which has `months`; null where the shop has set none. */
  renewal: z.nullable(z.object({ amount: decimal, currency, months: z.nullable(z.number()) })),
  /** A program renews it at this registrar. `cost` of a period, with the fee for a late name, where it is known to the caller. */
  registrar: z.nullable(
    z.object({ name: z.string(), cost: z.nullable(z.object({ amount: decimal, currency })) }),
  ),
  version: z.number(),
})

const note = z.object({
  id: rowId,
  body: z.string(),
  /** Null for a service key. */
  author: z.nullable(z.string()),
  created_at: time,
})

/** What was done to a service. A field that the act does not have is null. */
const act = z.object({
  id: rowId,
  at: time,
  action: z.string(),
  /** Null for the program itself. */
  actor: z.nullable(z.string()),
  expires_from: z.nullable(time),
  expires_to: z.nullable(time),
  reason: z.nullable(z.string()),
  /** The customers of a handing over. */
  customer_from: z.nullable(z.string()),
  customer_to: z.nullable(z.string()),
})

/** The facts of a product. */
const facts = z.union([
  factsSchema(products.domain.service.facts),
  factsSchema(products.email.service.facts),
  factsSchema(products.hosting.service.facts),
])
const secrets = secretsSchema([...new Set(productNames.flatMap((name) => products[name].service.secrets))])

const details = z.object({
  ...service.shape,
  /** The customer's open request to renew it. */
  open_renewal: z.nullable(rowId),
  /** The customer's open order that renews it. */
  open_order: z.nullable(rowId),
  /** The expiry after one more period from now or from the present expiry; null where it can't be renewed. */
  renewed_until: z.nullable(time),
  /** The facts that the customer reads. */
  facts,
  /** What the customer is shown once. Nobody else can read it. */
  secrets: z.array(secretState),
  notes: z.array(note),
  /** The newest acts, newest first. */
  history: z.array(act),
})

const conflict = {
  CONFLICT: { status: 409, message: 'Someone changed this service meanwhile.' },
} as const

const renewalOpen = {
  RENEWAL_OPEN: { status: 409, message: 'The customer has an open request to renew this.' },
} as const

/** The version as last seen: a newer change is not overwritten. */
const version = z.number()

export const amountsDueContract = {
  list: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/charges/due',
      summary: 'Amounts due by a day, the oldest day first, or those of suspended services',
    })
    .input(
      z.strictObject({
        /** `overdue` without one. */
        state: z.optional(z.enum(dueStates)),
        /** Part of what is paid for, of its reference, or of the customer's name, address or phone number. */
        q: z.optional(z.string().check(z.maxLength(200))),
        ...listInput(dueSorts),
      }),
    )
    .output(listOf(due)),

  totals: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/charges/due/totals',
      summary: 'How many amounts are due in each state, and their sums',
    })
    .input(z.strictObject({}))
    .output(z.object({ overdue: counted, later: counted, suspended: counted })),
}

export const servicesContract = {
  list: needs('services.read')
    .route({
      method: 'GET',
      path: '/admin/services',
      summary: 'What was sold, by expiry',
      description: 'The same filter gives the whole of it as CSV at /api/admin/services/export.',
    })
    .input(z.strictObject({ ...serviceFilter, ...listInput(serviceSorts) }))
    .output(listOf(service)),

  show: needs('services.read')
    .route({ method: 'GET', path: at, summary: 'One service with its notes and history' })
    .input(z.strictObject({ id }))
    .output(details),

  renew: needs('services.write')
    .route({ method: 'POST', path: `${at}/renew`, summary: 'Renew a service for one period' })
    .errors({
      ...conflict,
      ...renewalRefusals,
      ...renewalOpen,
      BEING_DELIVERED: { status: 409, message: 'The registrar may have done it already.' },
    })
    .input(z.strictObject({ id, version }))
    .output(service),

  end: needs('services.write')
    .route({ method: 'POST', path: `${at}/end`, summary: 'End a service for a reason' })
    .errors(conflict)
    .input(z.strictObject({ id, version, /** The customer reads it. */ reason: text(1000) }))
    .output(service),

  handOver: needs('services.write')
    .route({
      method: 'POST',
      path: `${at}/hand-over`,
      summary: 'Hand a service over to another customer',
      description: 'Its open request to renew and what is still owed for it follow. What was paid stays.',
    })
    .errors({
      ...conflict,
      CUSTOMER_UNKNOWN: { status: 409, message: 'No customer has this email address.' },
      SAME_CUSTOMER: { status: 409, message: 'This customer has the service already.' },
      ...renewalOpen,
      PAYMENT_WAITING: { status: 409, message: 'A payment for this service waits to be decided.' },
    })
    .input(z.strictObject({ id, version, email: text(320) }))
    .output(service),

  correct: needs('services.write')
    .route({ method: 'PATCH', path: at, summary: 'Correct the expiry date of a service' })
    .errors(conflict)
    .input(
      z.strictObject({
        id,
        version,
        /** A day in UTC. */ expires_on: z.iso.date().check(z.regex(expiryDay)),
      }),
    )
    .output(service),

  setAccess: needs('services.write')
    .route({
      method: 'PUT',
      path: `${at}/access`,
      summary: 'Set the facts and secrets of a service',
      description:
        'The facts replace all of before. A secret is shown to the customer once, and to nobody else. Keys set facts only.',
    })
    .errors({
      ...conflict,
      FACTS_INVALID: { status: 400, message: 'This product does not have these details.' },
    })
    .input(z.strictObject({ id, version, facts: z.optional(facts), secrets: z.optional(secrets) }))
    .output(service),

  addNote: needs('services.write')
    .route({ method: 'POST', path: `${at}/notes`, summary: 'Note something that only admins read' })
    .input(z.strictObject({ id, body: text(4000) }))
    .output(note),

  removeNote: needs('services.write')
    .route({ method: 'DELETE', path: `${at}/notes/{note}`, summary: 'Remove a note' })
    .input(z.strictObject({ id, note: id }))
    .output(z.object({ id: rowId })),
}
