import * as z from 'zod/mini'
import { id, row, rowId, signedIn, text, time } from '../../shared/contract.ts'
import { fulfilmentReasons } from '../fulfilment/states.ts'
import { products } from '../products/products.ts'
import { submitRefusals } from '../requests/requests.contract.ts'

/**
 * How far a transfer is, for its customer. `asked`: nobody works on it before it is paid. `waiting`: it will be ordered.
 * `moving`: the registrar that the name leaves has to let it go. `checking`: the shop looks at it. `ended`: it was given up.
 */
export const transferStates = ['asked', 'waiting', 'moving', 'checking', 'refused', 'done', 'ended'] as const
export type TransferState = (typeof transferStates)[number]

/** What has happened to a transfer. */
export const transferEvents = ['requested', 'code', 'ordered', 'refused', 'checking', 'done'] as const
export type TransferEvent = (typeof transferEvents)[number]

/** As registries write it: visible signs, and blanks between them. */
const code = z.string().check(z.trim(), z.regex(/^[\x20-\x7e]+$/), z.maxLength(255))

const transfer = z.object({
  id: rowId,
  domain: z.string(),
  state: z.enum(transferStates),
  /** Why it was refused, or waits. */
  reason: z.nullable(z.enum(fulfilmentReasons)),
  /** The registrar's own words of a refusal. */
  words: z.nullable(z.string()),
  /** When it was handed in at the registrar. */
  sent_at: z.nullable(time),
  /** Whether it has a code. No answer to a customer has it. */
  has_code: z.boolean(),
  may_change_code: z.boolean(),
  /** Oldest first. */
  history: z.array(row({ event: z.enum(transferEvents), at: time })),
})

const one = z.strictObject({ id })
const NOT_NOW = { status: 409, message: 'This can’t be done with it now.' } as const
const { DOMAIN_NAME_INVALID, NOT_OPEN, PROFILE_INCOMPLETE, ALREADY_OWNED, ALREADY_REQUESTED, TOO_MANY_OPEN } =
  submitRefusals

/** Names that customers hold elsewhere and transfer here. Each is a domain request. */
export const transfersContract = {
  submit: signedIn
    .route({
      method: 'POST',
      path: '/transfers',
      tags: ['domain-requests'],
      summary: 'Transfer a domain here that I hold at another registrar',
      description:
        'It is a domain request with `is_transfer`. The code is stored sealed, and deleted once the name is transferred or given up.',
      successStatus: 201,
    })
    .errors({
      DOMAIN_NAME_INVALID,
      NOT_OPEN,
      PROFILE_INCOMPLETE,
      ALREADY_OWNED,
      ALREADY_REQUESTED,
      TOO_MANY_OPEN,
      NOT_SOLD: { status: 409, message: 'We do not offer names of this ending.' },
      NOT_REGISTERED: { status: 409, message: 'Nobody has registered this name. You can register it here.' },
      HELD_HERE: { status: 409, message: 'This name is with us already.' },
      BEING_DELIVERED: { status: 409, message: 'Something else is being done with this name.' },
    })
    .input(z.strictObject({ domain: text(300), code }))
    .output(products.domain.entity),

  show: signedIn
    .route({
      method: 'GET',
      path: '/transfers/{id}',
      tags: ['domain-requests'],
      summary: 'How far the transfer of my domain is',
    })
    .input(one)
    .output(transfer),

  changeCode: signedIn
    .route({
      method: 'PATCH',
      path: '/transfers/{id}',
      tags: ['domain-requests'],
      summary: 'Hand in another code',
      description:
        'A transfer that was refused for the code, a lock or an objection is ordered once more with it.',
    })
    .errors({ NOT_NOW })
    .input(z.strictObject({ id, code }))
    .output(transfer),
}
