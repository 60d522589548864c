import * as z from 'zod/mini'
import {
  currency,
  cursor,
  decimal,
  id,
  limit,
  listInput,
  listOf,
  needs,
  oneLineText,
  page,
  rowId,
  text,
  time,
} from '../../shared/contract.ts'
import { adminColumns, profileOutputs } from '../../shared/people/profile.ts'
import { staffRoles } from '../../shared/people/permissions.ts'
import { type BanLength, banHours, personStates } from '../../shared/people/person.ts'

const role = z.enum(['user', 'admin'])
/** What an admin may do. It is ignored for a customer. */
const staffRole = z.optional(z.enum(staffRoles))

/** An account as admins see it. */
const person = z.object({
  id: rowId,
  ...profileOutputs(adminColumns),
  phone: z.nullable(z.string()),
  role,
  /** What an admin may do; null for a customer. */
  staff_role: z.nullable(z.enum(staffRoles)),
  /** Whether one of its addresses counts as proved. */
  confirmed: z.boolean(),
  /** The end of its ban; null if it is not banned. */
  banned_until: z.nullable(time),
  /** Its log-in methods: `email`, `phone`, or a provider's name. */
  providers: z.array(z.string()),
  has_factor: z.boolean(),
  invited_at: z.nullable(time),
  last_sign_in_at: z.nullable(time),
  created_at: time,
})

const listed = z.extend(person, {
  /** How many services it holds. */
  services: z.number(),
  /** What is to be paid; empty for who may not see payments. */
  due: z.array(z.object({ amount: decimal, currency })),
})

const details = z.extend(person, {
  identities: z.array(
    z.object({
      id: rowId,
      provider: z.string(),
      email: z.nullable(z.string()),
      last_sign_in_at: z.nullable(time),
      created_at: time,
    }),
  ),
  factors: z.array(
    z.object({
      id: rowId,
      factor_type: z.string(),
      friendly_name: z.nullable(z.string()),
      status: z.string(),
      created_at: time,
    }),
  ),
  /** How many sessions it has. */
  sessions: z.number(),
})

const happening = z.object({
  id: rowId,
  at: time,
  action: z.string(),
  actor_id: z.nullable(rowId),
  actor_role: z.string(),
  /** The name of the actor, if the account still exists. */
  actor: z.nullable(z.string()),
})

const notProved = {
  NOT_PROVED: {
    status: 409,
    message:
      'Nobody has proved yet that this account is theirs. Let them log in with a code or link sent to its address first.',
  },
}
const lastAdmin = { LAST_ADMIN: { status: 409, message: 'This is the last owner. Make another one first.' } }

const one = z.strictObject({ id })
const acted = z.object({ id: rowId })

export const accountSorts = ['name', 'address', 'services', 'due', 'last', 'since'] as const
export type AccountSort = (typeof accountSorts)[number]

/** What admins can read and change of accounts. */
export const peopleContract = {
  list: needs('accounts.read')
    .route({ method: 'GET', path: '/admin/users', summary: 'Accounts, newest first' })
    .input(
      z.strictObject({
        /** Searches name, business, e-mail address and phone number. */
        q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
        role: z.optional(role),
        state: z.optional(z.enum(personStates)),
        ...listInput(accountSorts),
      }),
    )
    .output(listOf(listed)),

  /** The account of an admin needs `staff.write` too. */
  create: needs('accounts.write')
    .route({ method: 'POST', path: '/admin/users', successStatus: 201, summary: 'Make an account' })
    .errors({
      EMAIL_TAKEN: { status: 409, message: 'There is an account with this e-mail address already.' },
      EMAIL_INVALID: { status: 400, message: 'Please enter a valid email address.' },
      PASSWORD_WEAK: {
        status: 422,
        message: 'Password must be at least 8 characters and include uppercase, lowercase, and a number.',
      },
      PASSWORD_COMMON: {
        status: 422,
        message: 'This password is too common and would be guessed. Please choose another one.',
      },
    })
    .input(
      z.strictObject({
        email: text(255),
        full_name: oneLineText(200),
        role,
        staff_role: staffRole,
        /** If absent, the person chooses one by a recovery. */
        password: z.optional(text(200)),
      }),
    )
    .output(details),

  read: needs('accounts.read')
    .route({ method: 'GET', path: '/admin/users/{id}', summary: 'An account' })
    .input(one)
    .output(details),

  history: needs('accounts.read')
    .route({ method: 'GET', path: '/admin/users/{id}/history', summary: 'What happened to an account' })
    .input(z.strictObject({ id, cursor, limit }))
    .output(page(happening)),

  changeRole: needs('staff.write')
    .route({
      method: 'PATCH',
      path: '/admin/users/{id}',
      summary: "Change an account's role, and what an admin may do",
    })
    .errors({ ...lastAdmin, ...notProved })
    .input(z.strictObject({ id, role, staff_role: staffRole }))
    .output(details),

  ban: needs('accounts.write')
    .route({ method: 'POST', path: '/admin/users/{id}/ban', summary: 'Keep somebody out' })
    .errors(lastAdmin)
    .input(z.strictObject({ id, length: z.enum(Object.keys(banHours) as [BanLength, ...BanLength[]]) }))
    .output(details),

  unban: needs('accounts.write')
    .route({ method: 'POST', path: '/admin/users/{id}/unban', summary: 'Let somebody in again' })
    .input(one)
    .output(details),

  signOut: needs('accounts.write')
    .route({ method: 'POST', path: '/admin/users/{id}/sign-out', summary: 'End all sessions of somebody' })
    .input(one)
    .output(details),

  recover: needs('accounts.write')
    .meta({ secrets: ['link'] })
    .route({
      method: 'POST',
      path: '/admin/users/{id}/recovery',
      summary: 'Let somebody choose a new password',
    })
    .errors({ NO_ADDRESS: { status: 409, message: 'This account has no e-mail address.' } })
    .input(one)
    .output(
      z.object({
        /** The address of the mail; null if mail can't be sent. */
        sent_to: z.nullable(z.string()),
        /** For the admin to deliver if mail can't be sent. It works once, for an hour. */
        link: z.nullable(z.string()),
      }),
    ),

  removeFactor: needs('accounts.write')
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}/factors/{factor}',
      summary: 'Take a second factor away',
    })
    .input(z.strictObject({ id, factor: id }))
    .output(details),

  remove: needs('accounts.write')
    .route({
      method: 'DELETE',
      path: '/admin/users/{id}',
      summary: 'Delete an account and its personal data',
    })
    .errors(lastAdmin)
    .input(one)
    .output(acted),
}
