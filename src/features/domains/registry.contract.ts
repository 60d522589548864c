import * as z from 'zod/mini'
import { hostName, id, signedIn } from '../../shared/contract.ts'
import { registry } from './domains.contract.ts'

const refusals = {
  NOT_OFFERED: { status: 409, message: 'The registry of this name does not offer this.' },
  BEING_DELIVERED: { status: 409, message: 'Something else is being done with this name.' },
} as const
/** What a registry asks of a holder, as the profile has it. */
export const holderColumns = ['full_name', 'email', 'phone_number', 'country'] as const

/**
 * What a nameserver says of a name: it knows it; it answers, but does not know it; it does not answer; it has no address
 * that the internet reaches. Unknown where that can't be found out now.
 */
export const nameserverStates = ['knows', 'other', 'silent', 'no-address', 'unknown'] as const
export type NameserverState = (typeof nameserverStates)[number]

const hosts = z.array(hostName).check(z.minLength(2), z.maxLength(5))

const changed = z.object({ registry })

/** What the holder of a name changes at its registry. Apart from `domains`, which every page loads. */
export const registryContract = {
  nameservers: signedIn
    .route({
      method: 'PATCH',
      path: '/domains/{id}/nameservers',
      tags: ['domain-requests'],
      summary: 'Change where my domain points to',
    })
    .errors({
      ...refusals,
      NAMESERVER_INSIDE: { status: 400, message: 'A nameserver can’t be inside of its own domain.' },
    })
    .input(z.strictObject({ id, nameservers: hosts }))
    .output(changed),

  checkNameservers: signedIn
    .route({
      method: 'POST',
      path: '/domains/{id}/nameservers/check',
      tags: ['domain-requests'],
      summary: 'Ask nameservers whether they know my domain, before I set them',
    })
    .errors({ NOT_OFFERED: refusals.NOT_OFFERED })
    .input(z.strictObject({ id, nameservers: hosts }))
    .output(z.object({ items: z.array(z.object({ host: z.string(), state: z.enum(nameserverStates) })) })),

  lock: signedIn
    .route({
      method: 'PATCH',
      path: '/domains/{id}/lock',
      tags: ['domain-requests'],
      summary: 'Keep my domain from being transferred, or allow it',
    })
    .errors(refusals)
    .input(z.strictObject({ id, locked: z.boolean() }))
    .output(changed),

  privacy: signedIn
    .route({
      method: 'PATCH',
      path: '/domains/{id}/privacy',
      tags: ['domain-requests'],
      summary: 'Hide who holds my domain, or show it',
    })
    .errors(refusals)
    .input(z.strictObject({ id, private: z.boolean() }))
    .output(changed),

  contacts: signedIn
    .route({
      method: 'PATCH',
      path: '/domains/{id}/contacts',
      tags: ['domain-requests'],
      summary: 'Send the registry my profile as the holder',
    })
    .errors({
      ...refusals,
      PROFILE_INCOMPLETE: {
        status: 409,
        message: 'Please complete your profile first.',
        /** What is missing in the profile. */
        data: z.object({ missing: z.array(z.enum(holderColumns)) }),
      },
      ADDRESS_MISSING: {
        status: 409,
        message: 'The shop has not said yet which postal address registries are sent.',
      },
    })
    .input(z.strictObject({ id }))
    .output(changed),

  authCode: signedIn
    .meta({ secrets: ['code'] })
    .route({
      method: 'POST',
      path: '/domains/{id}/auth-code',
      tags: ['domain-requests'],
      summary: 'Show me the code with which my domain can be transferred',
      description: 'Who has no password needs a log-in of the last 15 minutes. A mail tells the holder.',
    })
    .errors({
      NOT_OFFERED: refusals.NOT_OFFERED,
      PASSWORD_WRONG: { status: 403, message: 'This is not your password.' },
      LOG_IN_AGAIN: { status: 403, message: 'Please log in again to see this.' },
      CODE_FAILED: {
        status: 409,
        message: 'The registrar did not give the code.',
        data: z.object({ words: z.string() }),
      },
    })
    .input(z.strictObject({ id, password: z.optional(z.string().check(z.maxLength(200))) }))
    .output(z.object({ code: z.string() })),
}
