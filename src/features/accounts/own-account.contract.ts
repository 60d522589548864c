import * as z from 'zod/mini'
import { id, oneLineText, open, page, rowId, signedIn, text, time } from '../../shared/contract.ts'
import { allColumns, profileInputs, profileOutputs } from '../../shared/people/profile.ts'
import { staffRoles } from '../../shared/people/permissions.ts'

export const profile = z.object({
  id,
  role: z.enum(['user', 'admin']),
  /** What an admin may do; null for a customer. */
  staff_role: z.nullable(z.enum(staffRoles)),
  /** The permissions of an admin, such as `requests.write`. */
  permissions: z.array(z.string()),
  ...profileOutputs(allColumns),
  created_at: time,
  version: z.number(),
})

const session = z.object({
  id: rowId,
  /** Whether it is the caller's own session. */
  current: z.boolean(),
  /** Whether it has shown a second factor. */
  second_factor: z.boolean(),
  device: z.object({
    browser: z.nullable(z.string()),
    system: z.nullable(z.string()),
    kind: z.nullable(z.enum(['desktop', 'mobile', 'tablet'])),
  }),
  ip: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2, by the IP address of its last use. */
  country: z.nullable(z.string()),
  created_at: time,
  last_used_at: time,
})

/** Which field can't be taken. */
const invalidField = z.object({ field: z.string() })

/** What everybody does with the own account. Customers load none of the routes of accounts' administration. */
export const ownAccountContract = {
  profile: signedIn
    .route({ method: 'GET', path: '/profile', tags: ['account'], summary: 'My profile' })
    .output(profile),

  changeProfile: signedIn
    .route({ method: 'PATCH', path: '/profile', tags: ['account'], summary: 'Change my profile' })
    .errors({
      COUNTRY_UNKNOWN: { status: 400, message: 'Please choose a country.', data: invalidField },
      PHONE_INVALID: { status: 400, message: 'Please enter a valid phone number.', data: invalidField },
    })
    .input(z.strictObject(profileInputs))
    .output(profile),

  sessions: signedIn
    .route({ method: 'GET', path: '/sessions', tags: ['account'], summary: 'Where I am signed in' })
    .output(page(session)),

  endSession: signedIn
    .route({ method: 'DELETE', path: '/sessions/{id}', tags: ['account'], summary: 'End one of my sessions' })
    .input(z.strictObject({ id }))
    .output(z.object({ id: rowId })),

  leave: signedIn
    .route({ method: 'POST', path: '/account/deletion', tags: ['account'], summary: 'Delete my account' })
    .errors({
      PASSWORD_WRONG: { status: 403, message: 'This is not your password.' },
      LOG_IN_AGAIN: { status: 403, message: 'Please log in again before you delete your account.' },
      LAST_ADMIN: { status: 409, message: 'The last owner cannot be deleted.' },
    })
    .input(z.strictObject({ password: z.optional(z.string().check(z.maxLength(200))) }))
    /** `asked`: the account has payments or active services, so the admins got the request. */
    .output(z.object({ outcome: z.enum(['deleted', 'asked']) })),

  exportAccount: signedIn
    .route({
      method: 'GET',
      path: '/account/export',
      tags: ['account'],
      summary: 'Everything my account holds',
    })
    .output(z.record(z.string(), z.unknown())),

  setUp: open
    .route({
      method: 'POST',
      path: '/setup',
      tags: ['public'],
      summary: 'Make the first admin with the one-time link',
    })
    .errors({
      LINK_INVALID: { status: 403, message: 'This set-up link is used, expired or void.' },
      PASSWORD_WEAK: {
        status: 422,
        message: 'Password must be at least 8 characters and include uppercase, lowercase, and a number.',
      },
      PASSWORD_COMMON: {
        status: 422,
        message: 'This password is too common and would be guessed. Please choose another one.',
      },
      EMAIL_INVALID: { status: 400, message: 'Please enter a valid email address.' },
    })
    .input(
      z.strictObject({
        token: text(200),
        email: text(255),
        password: text(200),
        full_name: oneLineText(200),
      }),
    )
    .output(z.object({ email: z.string() })),
}
