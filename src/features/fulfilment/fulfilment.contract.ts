import * as z from 'zod/mini'
import {
  currency,
  decimal,
  hostName,
  id,
  listInput,
  listOf,
  needs,
  oneLineText,
  row,
  rowId,
  time,
} from '../../shared/contract.ts'
import { capabilities, driverNames } from './drivers.ts'
import { fulfilmentActs, fulfilmentKinds, fulfilmentReasons, fulfilmentStates } from './states.ts'

const url = z
  .string()
  .check(z.trim(), z.maxLength(500), z.regex(/^https?:\/\/[^\s/?#@\\]+(?:\/[^\s?#\\]*)?$/i))
const ending = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(63), z.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/))
const address = z.strictObject({
  address: oneLineText(200),
  city: oneLineText(100),
  state: oneLineText(100),
  postcode: oneLineText(20),
})
const username = z.nullable(oneLineText(200))
const key = z.string().check(z.trim(), z.minLength(1), z.maxLength(500))
const code = z.string().check(z.regex(/^[A-Z]{3}$/))

const changeable = {
  name: oneLineText(100),
  base_url: z.nullable(url),
  credentials: z.nullable(z.strictObject({ username: z.optional(username), key })),
  currency: code,
  endings: z.array(ending).check(z.maxLength(500)),
  /** Those whose renewals are sent to the registrar before they are paid. */
  renew_unpaid: z.array(ending).check(z.maxLength(500)),
  nameservers: z.array(hostName).check(z.maxLength(5)),
  /** The address of holders whose profile has none. */
  contact: z.nullable(address),
  /** The balance below which the staff is called. */
  low_balance: z.nullable(z.number().check(z.gte(0))),
}

const account = z.object({
  id: rowId,
  driver: z.enum(driverNames),
  name: z.string(),
  base_url: z.nullable(z.string()),
  username: z.nullable(z.string()),
  has_key: z.boolean(),
  currency,
  endings: z.array(z.string()),
  renew_unpaid: z.array(z.string()),
  nameservers: z.array(z.string()),
  contact: z.nullable(address),
  low_balance: z.nullable(decimal),
  balance: z.nullable(decimal),
  balance_at: z.nullable(time),
  /** Since when the balance is below `low_balance`, or too low for what waits to be bought. */
  low_since: z.nullable(time),
  /** When it last answered as it should, and when and why it last did not. */
  answered_at: z.nullable(time),
  failed_at: z.nullable(time),
  failure: z.nullable(z.string()),
  capabilities: z.array(z.enum(capabilities)),
  version: z.number(),
  created_at: time,
})

const PROVIDER_FAILED = {
  status: 400,
  message: 'The registrar did not accept this.',
  data: z.object({ words: z.string() }),
} as const
const TARGET_REFUSED = {
  status: 400,
  message: 'Registrars are called at public addresses over HTTPS only.',
} as const
const INCOMPLETE = { status: 400, message: 'An address and a key are needed.' } as const
const ENDING_TAKEN = {
  status: 409,
  message: 'Another account serves this ending.',
  data: z.object({ ending: z.string() }),
} as const

export const registrarsContract = {
  list: needs('operations.read')
    .route({ method: 'GET', path: '/admin/registrars', summary: 'The accounts at registrars' })
    .output(z.object({ items: z.array(account) })),

  create: needs('settings.write')
    .route({
      method: 'POST',
      path: '/admin/registrars',
      summary: 'Add an account at a registrar',
      description: 'It is tested first: what the registrar does not accept is not stored.',
    })
    .errors({ PROVIDER_FAILED, TARGET_REFUSED, INCOMPLETE, ENDING_TAKEN })
    .input(
      z.strictObject({
        driver: z.enum(driverNames),
        ...changeable,
        base_url: z.optional(changeable.base_url),
        credentials: z.optional(changeable.credentials),
        endings: z.optional(changeable.endings),
        renew_unpaid: z.optional(changeable.renew_unpaid),
        nameservers: z.optional(changeable.nameservers),
        contact: z.optional(changeable.contact),
        low_balance: z.optional(changeable.low_balance),
      }),
    )
    .output(account),

  change: needs('settings.write')
    .route({ method: 'PATCH', path: '/admin/registrars/{id}', summary: 'Change an account at a registrar' })
    .errors({
      PROVIDER_FAILED,
      TARGET_REFUSED,
      INCOMPLETE,
      ENDING_TAKEN,
      CONFLICT: { status: 409, message: 'Someone changed this account meanwhile.' },
    })
    .input(
      z.extend(z.partial(z.strictObject(changeable)), {
        id,
        /** The version that the admin saw. Without it nothing is compared. */
        version: z.optional(z.number()),
      }),
    )
    .output(account),

  remove: needs('settings.write')
    .route({ method: 'DELETE', path: '/admin/registrars/{id}', summary: 'Remove an account at a registrar' })
    .errors({
      IN_USE: { status: 409, message: 'Something was done with this account. It can lose its endings.' },
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id })),

  test: needs('operations.write')
    .route({
      method: 'POST',
      path: '/admin/registrars/{id}/test',
      summary: 'Ask a registrar for the balance of an account',
    })
    .errors({ PROVIDER_FAILED })
    .input(z.strictObject({ id }))
    .output(account),
}

export const fulfilmentSorts = ['name', 'state', 'customer', 'since'] as const
export type FulfilmentSort = (typeof fulfilmentSorts)[number]

const fulfilment = row({
  id: rowId,
  kind: z.enum(fulfilmentKinds),
  target: z.string(),
  driver: z.enum(driverNames),
  account: z.object({ id: rowId, name: z.string() }),
  customer: z.object({ id: rowId, name: z.nullable(z.string()) }),
  state: z.enum(fulfilmentStates),
  /** Why it waits, is held or was refused. */
  reason: z.nullable(z.enum(fulfilmentReasons)),
  attempts: z.number(),
  due_at: time,
  /** Until when the name was registered before, and what the registry said afterwards. */
  expect: z.object({ expires_at: z.optional(time), registered_until: z.optional(time) }),
  cost: z.nullable(decimal),
  currency: z.nullable(currency),
  /** The registrar's own words. */
  answer: z.nullable(z.string()),
  /** What may follow. */
  acts: z.array(z.enum(fulfilmentActs)),
  version: z.number(),
  created_at: time,
  updated_at: time,
})

const call = z.object({
  action: z.string(),
  target: z.nullable(z.string()),
  at: time,
  took_ms: z.number(),
  outcome: z.string(),
})

const one = z.strictObject({ id })
const NOT_NOW = { status: 409, message: 'This can’t be done with it now.' } as const

export const fulfilmentsContract = {
  list: needs('services.read')
    .route({
      method: 'GET',
      path: '/admin/fulfilments',
      summary: 'What is done at registrars, newest first',
    })
    .input(
      z.strictObject({
        state: z.optional(z.enum(fulfilmentStates)),
        /** The whole name. */
        target: z.optional(z.string().check(z.trim(), z.maxLength(253))),
        /** A part of a name, or of what a customer is found by. */
        q: z.optional(z.string().check(z.maxLength(253))),
        ...listInput(fulfilmentSorts),
      }),
    )
    .output(listOf(fulfilment)),

  show: needs('services.read')
    .route({
      method: 'GET',
      path: '/admin/fulfilments/{id}',
      summary: 'What is done at a registrar, with its calls',
    })
    .input(one)
    .output(z.extend(fulfilment, { calls: z.array(call) })),

  look: needs('services.write')
    .route({
      method: 'POST',
      path: '/admin/fulfilments/{id}/look',
      summary: 'Look again at the record of the registrar',
    })
    .errors({ NOT_NOW })
    .input(one)
    .output(fulfilment),

  sendAgain: needs('services.write')
    .route({
      method: 'POST',
      path: '/admin/fulfilments/{id}/send-again',
      summary: 'Order again what was certainly not done',
    })
    .errors({ NOT_NOW })
    .input(one)
    .output(fulfilment),

  done: needs('services.write')
    .route({
      method: 'POST',
      path: '/admin/fulfilments/{id}/done',
      summary: 'Say that it was done by hand',
    })
    .errors({
      NOT_NOW,
      RECORD_FAILED: {
        status: 409,
        message: 'Another customer holds this name.',
      },
    })
    .input(z.strictObject({ id, expires_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))) }))
    .output(fulfilment),

  refuse: needs('services.write')
    .route({
      method: 'POST',
      path: '/admin/fulfilments/{id}/refuse',
      summary: 'Deliver nothing, and owe back what was paid',
    })
    .errors({ NOT_NOW })
    .input(z.strictObject({ id, reason: oneLineText(500) }))
    .output(fulfilment),
}
