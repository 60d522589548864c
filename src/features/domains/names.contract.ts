import * as z from 'zod/mini'
import { hostName, id, listInput, listOf, needs, row, rowId, time } from '../../shared/contract.ts'

/** How a name differs between a registrar's record and the shop. */
export const nameDifferences = [
  /** The registrar has it, and the shop does not. */
  'unknown',
  /** The shop has sold it, and the registrar does not have it any more. */
  'gone',
  /** It is paid for longer than it is registered. */
  'sooner',
  /** It is registered for much longer than it is paid for. */
  'later',
  /** It points elsewhere than the shop's record says. */
  'nameservers',
] as const
export type NameDifference = (typeof nameDifferences)[number]

export const nameSorts = ['name', 'until'] as const
export type NameSort = (typeof nameSorts)[number]

/** The most names that are typed at once, and that are imported at once. */
export const MOST_TYPED = 2_000
export const MOST_IMPORTED = 200

const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(320))

const name = row({
  id: rowId,
  account: rowId,
  name: z.string(),
  /** What the registrar's record says. Null until it was read. */
  state: z.nullable(z.enum(['ours', 'absent', 'elsewhere', 'pending', 'unclear'])),
  /** The registry's date. */
  expires_at: z.nullable(time),
  nameservers: z.array(z.string()),
  read_at: z.nullable(time),
  difference: z.nullable(z.enum(nameDifferences)),
  /** A person lets the difference stand. */
  is_accepted: z.boolean(),
  /** When its customer was last shown the code with which it can be transferred away. */
  code_shown_at: z.nullable(time),
  /** What the shop has sold, with its customer. */
  service: z.nullable(
    row({
      id: rowId,
      customer: row({ id: rowId, name: z.nullable(z.string()) }),
      expires_at: z.nullable(time),
      nameservers: z.nullable(z.array(z.string())),
    }),
  ),
  /** The e-mail address of the customer who is the holder at the registrar. */
  suggested: z.nullable(z.string()),
})

const at = '/admin/registrar-names'

/** The names of an account at a registrar beside those of the shop. */
export const namesContract = {
  sync: needs('operations.write')
    .route({
      method: 'POST',
      path: '/admin/registrars/{id}/sync',
      summary: 'Compare the names of an account with those of the shop',
      description:
        'Each name is read within the limits of the registrar. Where it has no list of names, those are read that the shop has sold, and those that are given.',
    })
    .errors({ NOT_OFFERED: { status: 409, message: 'Nobody can be asked for this account.' } })
    .input(z.strictObject({ id, names: z.optional(z.array(hostName).check(z.maxLength(MOST_TYPED))) }))
    /** How many names are still to be read, as far as they are known. */
    .output(z.object({ due: z.number() })),

  list: needs('services.read')
    .route({
      method: 'GET',
      path: at,
      summary: 'The names of the accounts at registrars, and how they differ',
    })
    .input(
      z.strictObject({
        /** The id of an account. Without it the names of all. */
        account: z.optional(rowId),
        difference: z.optional(z.enum(nameDifferences)),
        ...listInput(nameSorts),
      }),
    )
    .output(
      z.extend(listOf(name), {
        /** How many differ in each way, without those that a person lets stand. */
        differences: row({
          unknown: z.number(),
          gone: z.number(),
          sooner: z.number(),
          later: z.number(),
          nameservers: z.number(),
        } satisfies Record<NameDifference, unknown>),
        /** How many are still to be read, and whether the registrar's list of them is. */
        due: z.number(),
        is_listing: z.boolean(),
      }),
    ),

  bring: needs('services.write')
    .route({
      method: 'POST',
      path: `${at}/import`,
      summary: 'Give names of an account to customers',
      description: 'A name begins with the date of the registry. Nothing is owed for it before its renewal.',
    })
    .input(
      z.strictObject({
        account: rowId,
        items: z
          .array(z.strictObject({ name: hostName, email }))
          .check(z.minLength(1), z.maxLength(MOST_IMPORTED)),
      }),
    )
    .output(
      z.object({
        imported: z.number(),
        /** `not-there`: the registrar's record has no such name, or no date. */
        failed: z.array(z.object({ name: z.string(), reason: z.enum(['no-customer', 'held', 'not-there']) })),
      }),
    ),

  accept: needs('services.write')
    .route({
      method: 'PATCH',
      path: `${at}/{id}`,
      summary: 'Let a difference stand, or no longer',
      description: 'Nameservers that differ become those of the shop’s record.',
    })
    .input(z.strictObject({ id, accepted: z.boolean() }))
    .output(name),

  end: needs('services.write')
    .route({
      method: 'POST',
      path: `${at}/{id}/end`,
      summary: 'End the service of a name that the registrar does not have any more',
      description: 'The customer gets a mail that says why. Nothing is done at the registrar.',
    })
    .errors({
      NOT_NOW: { status: 409, message: 'The registrar’s record does not say that it is gone.' },
      CONFLICT: { status: 409, message: 'Someone changed this service meanwhile.' },
    })
    .input(z.strictObject({ id }))
    .output(name),
}
